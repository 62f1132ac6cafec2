/** End-to-end tests with the real processes: what operators and machines do. */
@NullMarked
package dev.assay.scenario;

import org.jspecify.annotations.NullMarked;
