/** The stack must be trustworthy itself: what it starts runs, what it stops is gone. */
@NullMarked
package dev.assay.stack;

import org.jspecify.annotations.NullMarked;
