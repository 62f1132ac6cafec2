/** Trying rules out on what is stored, without changing anything. An extension of Assay's own. */
@NullMarked
package dev.assay.api.rule.dryrun;

import org.jspecify.annotations.NullMarked;
