package dev.assay.contract;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;

/** Reads JSON that tests are written with. */
final class Json {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private static final List<String> NONSENSE =
      List.of(
          "null",
          "true",
          "-1",
          "1e999",
          "\"\"",
          "\"\\u0000\\uD800\"",
          "[]",
          "[null, 1, [], {}]",
          "{}",
          "{\"\": {\"a\": []}}",
          "{\"name\": null, \"serial_number\": [], \"count\": \"many\"}");

  private Json() {}

  /** What a machine may report instead of any value. */
  static Stream<JsonNode> nonsense() {
    return NONSENSE.stream().map(Json::read);
  }

  static JsonNode read(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  static ObjectNode object(String text) {
    return (ObjectNode) read(text);
  }
}
