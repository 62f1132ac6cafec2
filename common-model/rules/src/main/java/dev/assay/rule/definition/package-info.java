/** Rules as operators write them: conditions and actions, and how they are parsed and validated. */
@NullMarked
package dev.assay.rule.definition;

import org.jspecify.annotations.NullMarked;
