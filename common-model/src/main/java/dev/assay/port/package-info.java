/** Ports of a node, looked up by MAC address. Source: spec api.md 11. */
@NullMarked
package dev.assay.port;

import org.jspecify.annotations.NullMarked;
