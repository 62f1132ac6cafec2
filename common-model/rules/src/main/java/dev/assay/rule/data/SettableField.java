package dev.assay.rule.data;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A field of a node or port that rules may set.
 *
 * @param name as on the wire
 * @param fallback what it is when it is deleted
 */
record SettableField(String name, FieldType kind, JsonNode fallback) {}
