/**
 * Dry runs: run rules on stored inventories without changing anything. An extension that Ironic
 * does not have.
 */
@NullMarked
package dev.assay.api.rule.dryrun;

import org.jspecify.annotations.NullMarked;
