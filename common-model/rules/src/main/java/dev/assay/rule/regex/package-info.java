/** Regular expressions as Python writes them, translated to RE2, which needs linear time. */
@NullMarked
package dev.assay.rule.regex;

import org.jspecify.annotations.NullMarked;
