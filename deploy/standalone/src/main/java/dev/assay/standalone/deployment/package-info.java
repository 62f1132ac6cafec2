/** Checks a running installation before it goes into production. Changes nothing. */
@NullMarked
package dev.assay.standalone.deployment;

import org.jspecify.annotations.NullMarked;
