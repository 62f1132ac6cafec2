/** What a hook sees and may change. Source: spec hooks.md 1. */
@NullMarked
package dev.assay.hook;

import org.jspecify.annotations.NullMarked;
