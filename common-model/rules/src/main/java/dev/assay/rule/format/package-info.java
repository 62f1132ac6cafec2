/** Formats values as text in the way Python does: text forms, format specifications, fractions. */
@NullMarked
package dev.assay.rule.format;

import org.jspecify.annotations.NullMarked;
