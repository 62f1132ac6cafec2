/**
 * The steps that every request passes before its resource runs, in the order of RequestPipeline.
 */
@NullMarked
package dev.assay.api.pipeline;

import org.jspecify.annotations.NullMarked;
