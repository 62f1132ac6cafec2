package dev.assay.deployment.chart;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Of any object. */
record ObjectMetadata(
    @JsonProperty(required = true) String name,
    @JsonProperty(required = true) Map<String, String> labels,
    @JsonProperty(required = false) @Nullable Map<String, String> annotations) {}
