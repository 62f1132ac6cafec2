package dev.assay.api.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.storedjson.StoredJson;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What came back.
 *
 * @param headers by name in lower case, the last of each
 */
@SuppressWarnings("ArrayRecordComponent") // bytes from a socket
record Answer(int status, Map<String, String> headers, byte[] body) {
  private static final Pattern INSIDES =
      Pattern.compile(
          "\\tat |at dev\\.assay|Exception|org\\.hibernate|org\\.postgresql|io\\.quarkus|io\\.vertx"
              + "|SQLSTATE|jakarta\\.|java\\.(lang|util)\\b");

  /** The body as text. */
  String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** What is wrong with it as an answer to {@code request}; empty when all is as it must be. */
  List<String> faults(Request request) {
    var faults = new ArrayList<String>();
    if (status >= 500) {
      faults.add("status " + status);
    }
    if (text().contains("broke off")) {
      faults.add("blames the client for a body that was whole");
    }
    if (!request.isUri()) {
      return status == 400 ? faults : List.of("status " + status + " for what is no URI");
    }
    if (ofApi(request)) {
      if (INSIDES.matcher(headers + "\n" + text()).find()) {
        faults.add("shows the insides of the service");
      }
      if (!headers.getOrDefault("openstack-request-id", "").startsWith("req-")) {
        faults.add("has no request id");
      }
      if (status >= 400 && !request.head() && sentence().isEmpty()) {
        faults.add("does not say what is wrong in the form of the API");
      }
    }
    return faults;
  }

  private static boolean ofApi(Request request) {
    var path = request.endpoint().path();
    return !path.startsWith("/q/") && !path.equals("/openapi");
  }

  /** The sentence of a refusal, from each form that the API has for it; else empty. */
  String sentence() {
    try {
      var whole = StoredJson.read(text(), JsonNode.class);
      if (whole.path("error").path("message").isTextual()) { // the classic API
        return whole.path("error").path("message").textValue();
      }
      var inner = whole.path("error_message");
      var fault = inner.isTextual() ? StoredJson.read(inner.textValue(), JsonNode.class) : whole;
      return fault.path("faultstring").asText(fault.path("description").asText(""));
    } catch (IllegalArgumentException _) {
      return "";
    }
  }

  @Override
  public String toString() {
    return "%d %s%n%s".formatted(status, headers, Request.shown(body));
  }
}
