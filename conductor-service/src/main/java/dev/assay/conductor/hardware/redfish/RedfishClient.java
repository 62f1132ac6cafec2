package dev.assay.conductor.hardware.redfish;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Optional;

/**
 * Accesses one BMC during one operation. Every error is a HardwareFailure with a text for
 * operators; a missing resource is empty.
 */
final class RedfishClient {
  private final RedfishAccess access;
  private final BmcLogin login;
  private final BmcErrors errors;

  /** A resource with its path, and its ETag if the BMC gave one that can be sent back. */
  record Found<T extends RedfishResource>(String path, T resource, Optional<String> etag) {}

  RedfishClient(RedfishAccess access, BmcLogin login) {
    this.access = access;
    this.login = login;
    this.errors = new BmcErrors(access);
  }

  /** Creates the errors about this BMC. */
  BmcErrors errors() {
    return errors;
  }

  /** The resource at {@code path}; empty when there is none. */
  <T extends RedfishResource> Optional<Found<T>> find(String path, Class<T> type) {
    var request = RedfishRequest.get(path);
    var answer = login.send(request);
    if (answer.status() == 404) {
      return Optional.empty();
    }
    return Optional.of(new Found<>(path, read(request, answer, type), answer.returnable("ETag")));
  }

  /** The resource at {@code path} as any JSON; empty when there is none. */
  Optional<JsonNode> find(String path) {
    var request = RedfishRequest.get(path);
    var answer = login.send(request);
    return answer.status() == 404
        ? Optional.empty()
        : Optional.of(read(request, answer, JsonNode.class));
  }

  /** The resource at {@code path}; BMC_ANSWER_UNUSABLE when there is none. */
  <T extends RedfishResource> Found<T> require(String path, Class<T> type) {
    return find(path, type).orElseThrow(() -> errors.missing(path));
  }

  /** As above, as any JSON. */
  JsonNode require(String path) {
    return find(path).orElseThrow(() -> errors.missing(path));
  }

  /** Starts an action. The response may be an error, which the caller must check. */
  RedfishResponse post(String path, JsonNode body) {
    return login.send(RedfishRequest.post(path, body));
  }

  /** Changes a resource. The response may be an error, which the caller must check. */
  RedfishResponse patch(String path, JsonNode body, Optional<String> etag) {
    return login.send(RedfishRequest.patch(path, body, etag));
  }

  /** Sends any request. The response may be an error, which the caller must check. */
  RedfishResponse send(RedfishRequest request) {
    return login.send(request);
  }

  /** The path of the system: the one in driver_info, or the only one. */
  String systemPath(Optional<String> systemId) {
    if (systemId.isPresent()) {
      var id = systemId.get();
      return id.startsWith("/") ? id : RedfishResource.ROOT + "Systems/" + id;
    }
    var root = require(RedfishResource.ROOT, RedfishResource.ServiceRoot.class).resource();
    var systems = root.systems().orElse(RedfishResource.ROOT + "Systems");
    var paths = require(systems, RedfishResource.Members.class).resource().paths();
    if (paths.size() != 1) {
      throw errors.notOneSystem(paths);
    }
    return paths.getFirst();
  }

  @Override
  public String toString() {
    return "Redfish at " + access.address();
  }

  private <T> T read(RedfishRequest request, RedfishResponse answer, Class<T> type) {
    if (!answer.isSuccess()) {
      throw errors.unexpected(request, answer);
    }
    try {
      return answer.as(type);
    } catch (IOException e) {
      throw errors.unreadable(request, e);
    }
  }
}
