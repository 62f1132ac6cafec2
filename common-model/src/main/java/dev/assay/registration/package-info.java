/**
 * Registration of conductors, and which of them the API shows for a node. Source: spec conductor.md
 * 2.
 */
@NullMarked
package dev.assay.registration;

import org.jspecify.annotations.NullMarked;
