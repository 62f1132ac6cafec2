/**
 * The interface of inspection hooks: their input and the changes they may make. Source: spec
 * hooks.md 1.
 */
@NullMarked
package dev.assay.hook;

import org.jspecify.annotations.NullMarked;
