/**
 * Finds the node that a ramdisk runs on, and serves lookups and heartbeats. Source: spec
 * conductor.md 4, api.md 13.
 */
@NullMarked
package dev.assay.api.lookup;

import org.jspecify.annotations.NullMarked;
