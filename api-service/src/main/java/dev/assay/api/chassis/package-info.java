/** Chassis: create, list, show, change, delete, and the nodes of one. Source: spec api.md 11a. */
@NullMarked
package dev.assay.api.chassis;

import org.jspecify.annotations.NullMarked;
