/**
 * The interface of plug-ins that inspect machines in their own way. Source: spec conductor.md 6.
 */
@NullMarked
package dev.assay.inspect;

import org.jspecify.annotations.NullMarked;
