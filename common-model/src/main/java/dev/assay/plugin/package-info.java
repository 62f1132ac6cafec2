/** Jars of others that add hooks; found at start. Design 3. */
@NullMarked
package dev.assay.plugin;

import org.jspecify.annotations.NullMarked;
