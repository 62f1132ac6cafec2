package dev.assay.stack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpHeaders;
import java.util.Optional;

/**
 * A response of the API.
 *
 * @param status HTTP status
 * @param headers as received
 * @param body as received; empty if there was none
 */
public record ApiAnswer(int status, HttpHeaders headers, String body) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The body parsed as JSON; AssertionError if it is not JSON. */
  public JsonNode json() {
    return parse(body);
  }

  /** The value of a header; empty when it is absent. */
  public String header(String name) {
    return headers.firstValue(name).orElse("");
  }

  /**
   * The human-readable message of an error, wherever it stands (spec/api.md 3): {@code
   * faultstring}, else {@code description}, else {@code title}; empty if this is not an error of
   * that form.
   */
  public String fault() {
    var root = json();
    var error = root.path("error_message");
    var inner = error.isTextual() ? parse(error.textValue()) : root;
    return Optional.ofNullable(inner.get("faultstring"))
        .or(() -> Optional.ofNullable(inner.get("description")))
        .or(() -> Optional.ofNullable(inner.get("title")))
        .map(JsonNode::asText)
        .orElse("");
  }

  /** Returns this response if it has the expected status; AssertionError otherwise. */
  public ApiAnswer require(int expected) {
    if (status != expected) {
      throw new AssertionError("expected " + expected + " but got " + this);
    }
    return this;
  }

  @Override
  public String toString() {
    return status + " " + (body.length() > 2000 ? body.substring(0, 2000) + "..." : body);
  }

  private static JsonNode parse(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + text, e);
    }
  }
}
