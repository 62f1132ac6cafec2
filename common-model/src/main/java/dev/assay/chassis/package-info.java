/** Chassis: named groups of nodes. Source: spec api.md 11a. */
@NullMarked
package dev.assay.chassis;

import org.jspecify.annotations.NullMarked;
