package dev.assay.conductor.hardware.redfish;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * What is asked of a BMC.
 *
 * @param path as the BMC named it
 * @param ifMatch an ETag, for PATCH
 */
record Request(String method, String path, Optional<JsonNode> body, Optional<String> ifMatch) {
  static Request get(String path) {
    return new Request("GET", path, Optional.empty(), Optional.empty());
  }

  static Request post(String path, JsonNode body) {
    return new Request("POST", path, Optional.of(body), Optional.empty());
  }

  static Request patch(String path, JsonNode body, Optional<String> ifMatch) {
    return new Request("PATCH", path, Optional.of(body), ifMatch);
  }

  /** True when it may change something on the machine. */
  boolean changes() {
    return !method.equals("GET");
  }

  /** The same, elsewhere. */
  Request to(String otherPath) {
    return new Request(method, otherPath, body, ifMatch);
  }

  /** For an operator; never the body, which may hold a password. */
  @Override
  public String toString() {
    return method + " " + Answer.printable(path);
  }
}
