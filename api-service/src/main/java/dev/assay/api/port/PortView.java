package dev.assay.api.port;

import dev.assay.api.http.ApiRequest;
import dev.assay.port.Port;
import java.util.UUID;

/** A port as one request sees it; {@code node} is the UUID of its node. */
public record PortView(Port port, UUID node, ApiRequest request) {
  /** The text form of its UUID. */
  public String uuid() {
    return port.uuid().toString();
  }
}
