/** Jars of others that add hooks and whatever else is an SPI; found at start. Design 3. */
@NullMarked
package dev.assay.plugin;

import org.jspecify.annotations.NullMarked;
