/** Values as text, as Python writes them: text forms, format specifications, fractions. */
@NullMarked
package dev.assay.rule.format;

import org.jspecify.annotations.NullMarked;
