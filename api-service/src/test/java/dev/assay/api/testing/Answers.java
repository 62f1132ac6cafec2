package dev.assay.api.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.storedjson.StoredJson;
import io.restassured.response.Response;

/** Reads answers. */
public final class Answers {
  private Answers() {}

  /** The body. */
  public static JsonNode json(Response response) {
    return StoredJson.read(response.asString(), JsonNode.class);
  }

  /** The sentence of a refusal, which is JSON text inside JSON. */
  public static String fault(Response response, int status) {
    assertThat(response.statusCode()).as(response.asString()).isEqualTo(status);
    var message = json(response).path("error_message").asText();
    return StoredJson.read(message, JsonNode.class).path("faultstring").asText();
  }

  /** The body of an answer with this status. */
  public static JsonNode ok(Response response, int status) {
    assertThat(response.statusCode()).as(response.asString()).isEqualTo(status);
    return json(response);
  }
}
