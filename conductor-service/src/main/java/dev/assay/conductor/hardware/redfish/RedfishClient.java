package dev.assay.conductor.hardware.redfish;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Optional;

/**
 * One BMC, for the time of one operation. Everything that goes wrong is a HardwareFailure whose
 * sentence is fit for an operator; a resource that is not there is empty.
 */
final class RedfishClient {
  private final RedfishAccess access;
  private final Entrance entrance;
  private final Complaint complaint;

  /** A resource, where it is, and its ETag if the BMC gave one that can be sent back. */
  record Found<T extends Resource>(String path, T resource, Optional<String> etag) {}

  RedfishClient(RedfishAccess access, Entrance entrance) {
    this.access = access;
    this.entrance = entrance;
    this.complaint = new Complaint(access);
  }

  /** Sentences about this BMC. */
  Complaint complaint() {
    return complaint;
  }

  /** The resource at {@code path}; empty when there is none. */
  <T extends Resource> Optional<Found<T>> find(String path, Class<T> type) {
    var request = Request.get(path);
    var answer = entrance.send(request);
    if (answer.status() == 404) {
      return Optional.empty();
    }
    return Optional.of(new Found<>(path, read(request, answer, type), answer.returnable("ETag")));
  }

  /** The resource at {@code path}; BMC_ANSWER_UNUSABLE when there is none. */
  <T extends Resource> Found<T> require(String path, Class<T> type) {
    return find(path, type).orElseThrow(() -> complaint.missing(path));
  }

  /** Starts an action; the answer may be a refusal, which is for the caller to judge. */
  Answer post(String path, JsonNode body) {
    return entrance.send(Request.post(path, body));
  }

  /** Changes a resource; the answer may be a refusal, which is for the caller to judge. */
  Answer patch(String path, JsonNode body, Optional<String> etag) {
    return entrance.send(Request.patch(path, body, etag));
  }

  /** The resource of the system: the one of driver_info, or the only one. */
  String systemPath(Optional<String> systemId) {
    if (systemId.isPresent()) {
      var id = systemId.get();
      return id.startsWith("/") ? id : Resource.ROOT + "Systems/" + id;
    }
    var root = require(Resource.ROOT, Resource.ServiceRoot.class).resource();
    var systems = root.systems().orElse(Resource.ROOT + "Systems");
    var paths = require(systems, Resource.Members.class).resource().paths();
    if (paths.size() != 1) {
      throw complaint.notOneSystem(paths);
    }
    return paths.getFirst();
  }

  @Override
  public String toString() {
    return "Redfish at " + access.address();
  }

  private <T> T read(Request request, Answer answer, Class<T> type) {
    if (!answer.good()) {
      throw complaint.unexpected(request, answer);
    }
    try {
      return answer.as(type);
    } catch (IOException e) {
      throw complaint.unreadable(request, e);
    }
  }
}
