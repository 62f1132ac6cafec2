/**
 * Traces: what one request causes in all processes, as spans that are sent to an OpenTelemetry
 * collector. The only package that knows OpenTelemetry. Source: docs/decisions/0058.
 */
@NullMarked
package dev.assay.tracing;

import org.jspecify.annotations.NullMarked;
