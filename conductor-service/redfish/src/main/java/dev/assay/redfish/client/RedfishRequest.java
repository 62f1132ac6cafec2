package dev.assay.redfish.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.error.ShortText;
import java.util.Optional;

/**
 * A request to a BMC.
 *
 * @param path as the BMC named it
 * @param ifMatch an ETag, for PATCH
 */
public record RedfishRequest(
    String method, String path, Optional<JsonNode> body, Optional<String> ifMatch) {
  public static RedfishRequest get(String path) {
    return new RedfishRequest("GET", path, Optional.empty(), Optional.empty());
  }

  public static RedfishRequest post(String path, JsonNode body) {
    return new RedfishRequest("POST", path, Optional.of(body), Optional.empty());
  }

  static RedfishRequest delete(String path) {
    return new RedfishRequest("DELETE", path, Optional.empty(), Optional.empty());
  }

  public static RedfishRequest patch(String path, JsonNode body, Optional<String> ifMatch) {
    return new RedfishRequest("PATCH", path, Optional.of(body), ifMatch);
  }

  /** True when it may change something on the machine. */
  boolean changes() {
    return !method.equals("GET");
  }

  /** The same request with another path. */
  RedfishRequest to(String otherPath) {
    return new RedfishRequest(method, otherPath, body, ifMatch);
  }

  /** Never the body, which may hold a password. */
  @Override
  public String toString() {
    return method + " " + ShortText.printable(path, 300);
  }
}
