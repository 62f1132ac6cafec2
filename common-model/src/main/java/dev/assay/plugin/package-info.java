/**
 * Plug-ins: third-party jars that add hooks, rule operators and rule actions; loaded at startup.
 * Design 3.
 */
@NullMarked
package dev.assay.plugin;

import org.jspecify.annotations.NullMarked;
