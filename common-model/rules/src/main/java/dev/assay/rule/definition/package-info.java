/** Rules as operators write them: conditions, actions, phases and how they are read and checked. */
@NullMarked
package dev.assay.rule.definition;

import org.jspecify.annotations.NullMarked;
