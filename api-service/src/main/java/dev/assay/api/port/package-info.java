/** Ports: create, list, show, change, delete. Source: spec api.md 11. */
@NullMarked
package dev.assay.api.port;

import org.jspecify.annotations.NullMarked;
