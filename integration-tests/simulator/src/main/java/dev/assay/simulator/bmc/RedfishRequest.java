package dev.assay.simulator.bmc;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an HTTP request that the service uses.
 *
 * @param path without query and without trailing slash
 * @param query without question mark
 * @param authorization header Authorization
 * @param token header X-Auth-Token
 * @param ifMatch header If-Match
 */
record RedfishRequest(
    String method,
    String path,
    @Nullable String query,
    @Nullable String authorization,
    @Nullable String token,
    @Nullable String ifMatch,
    String body) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * The method to route by: HEAD is handled like GET, and its body is dropped when the response is
   * sent.
   */
  String effectiveMethod() {
    return method.equals("HEAD") ? "GET" : method;
  }

  /** The same client's request for another resource. */
  RedfishRequest to(String other) {
    return new RedfishRequest("GET", other, null, authorization, token, ifMatch, "");
  }

  /**
   * Accepts only these methods.
   *
   * @throws RedfishRefusal 405 with the header Allow for any other method
   */
  void allow(String... methods) {
    if (!List.of(methods).contains(effectiveMethod())) {
      throw RedfishRefusal.methodNotAllowed(path, methods);
    }
  }

  /**
   * The body as a JSON object.
   *
   * @throws RedfishRefusal 400 if it is not a JSON object
   */
  ObjectNode json() {
    try {
      if (JSON.readTree(body) instanceof ObjectNode object) {
        return object;
      }
      throw RedfishRefusal.malformedJson();
    } catch (JacksonException _) {
      throw RedfishRefusal.malformedJson();
    }
  }
}
