/** Regular expressions in Python syntax, translated to RE2, which matches in linear time. */
@NullMarked
package dev.assay.rule.regex;

import org.jspecify.annotations.NullMarked;
