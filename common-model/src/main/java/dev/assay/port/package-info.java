/** Ports of a node, found by MAC address. Source: spec api.md 11. */
@NullMarked
package dev.assay.port;

import org.jspecify.annotations.NullMarked;
