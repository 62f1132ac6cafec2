/**
 * The Helm chart: it is rendered by Helm itself, and what it gives is checked as strictly as a
 * cluster would, and for what an operator relies on.
 */
@NullMarked
package dev.assay.deployment.chart;

import org.jspecify.annotations.NullMarked;
