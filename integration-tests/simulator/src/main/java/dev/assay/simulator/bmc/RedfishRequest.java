package dev.assay.simulator.bmc;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the service looks at in a request.
 *
 * @param path without query and without slash at the end
 * @param authorization header Authorization
 * @param token header X-Auth-Token
 * @param ifMatch header If-Match
 */
record RedfishRequest(
    String method,
    String path,
    @Nullable String authorization,
    @Nullable String token,
    @Nullable String ifMatch,
    String body) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A safe request is answered like GET; HEAD loses its body on the way out. */
  String effectiveMethod() {
    return method.equals("HEAD") ? "GET" : method;
  }

  /**
   * Refuses every other method.
   *
   * @throws RedfishRefusal 405 with the header Allow
   */
  void allow(String... methods) {
    if (!List.of(methods).contains(effectiveMethod())) {
      throw RedfishRefusal.methodNotAllowed(path, methods);
    }
  }

  /**
   * The body as a JSON object.
   *
   * @throws RedfishRefusal 400 if it is none
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
