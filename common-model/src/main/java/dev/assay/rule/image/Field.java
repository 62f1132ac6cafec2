package dev.assay.rule.image;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A field of a node or port that rules may set.
 *
 * @param name as on the wire
 * @param fallback what it is when it is deleted
 */
record Field(String name, Kind kind, JsonNode fallback) {}
