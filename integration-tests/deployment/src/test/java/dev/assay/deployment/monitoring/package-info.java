/** Feeds the dashboards and alerts of deploy/monitoring with the metrics of a running stack. */
@NullMarked
package dev.assay.deployment.monitoring;

import org.jspecify.annotations.NullMarked;
