/**
 * What an operator does and what machines do, from one end to the other over the real processes.
 */
@NullMarked
package dev.assay.scenario;

import org.jspecify.annotations.NullMarked;
