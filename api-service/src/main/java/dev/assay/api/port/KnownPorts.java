package dev.assay.api.port;

import dev.assay.api.http.ApiRequest;
import dev.assay.api.node.NodeNames;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.node.NodeId;
import dev.assay.port.Port;
import dev.assay.port.Ports;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.UUID;

/** Finds ports by what stands in a path: a UUID, or from 1.88 a name. Source: spec api.md 11. */
@ApplicationScoped
class KnownPorts {
  private static final int NAMES = 88;

  private final Ports ports;
  private final ApiRequest request;

  KnownPorts(Ports ports, ApiRequest request) {
    this.ports = ports;
    this.request = request;
  }

  /** NOT_FOUND when there is none; INVALID_PARAMETER when it is neither UUID nor name. */
  Port require(String ident) {
    return ports.find(requireId(ident)).orElseThrow(() -> unknown(ident));
  }

  /** As above, without loading the port: to lock its node first. */
  UUID requireId(String ident) {
    var uuid = NodeId.parseUuid(ident);
    if (uuid.isPresent()) {
      return uuid.get();
    }
    if (!request.version().atLeast(NAMES)) {
      throw new AssayException(
          ErrorCode.INVALID_PARAMETER, "Expected a UUID but received %s.".formatted(ident));
    }
    if (!NodeNames.wellFormed(ident, request.version())) {
      throw new AssayException(
          ErrorCode.INVALID_PARAMETER,
          "Expected a logical name or UUID but received %s.".formatted(ident));
    }
    return ports
        .idOf(ident)
        .or(() -> request.withSuffix(ident).flatMap(ports::idOf))
        .orElseThrow(() -> unknown(ident));
  }

  /** The refusal. */
  static AssayException unknown(String ident) {
    return new AssayException(ErrorCode.NOT_FOUND, "Port %s could not be found.".formatted(ident));
  }
}
