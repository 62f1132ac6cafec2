package dev.assay.redfish.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.hardware.Deadline;
import dev.assay.redfish.client.RedfishResource.Changeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntPredicate;

/**
 * Accesses one BMC during one operation. Every error is a HardwareFailure with a text for
 * operators; a missing resource is empty.
 */
public final class RedfishClient {
  private static final int MOST_LOOKS = 10;
  private static final Duration PAUSE = Duration.ofMillis(500);

  private final RedfishAccess access;
  private final BmcLogin login;
  private final BmcErrors errors;
  private final Deadline deadline;

  /** A resource with its path, and its ETag if the BMC gave one that can be sent back. */
  public record Found<T extends RedfishResource>(String path, T resource, Optional<String> etag) {}

  RedfishClient(RedfishAccess access, BmcLogin login, Deadline deadline) {
    this.access = access;
    this.login = login;
    this.errors = new BmcErrors(access);
    this.deadline = deadline;
  }

  /** Creates the errors about this BMC. */
  public BmcErrors errors() {
    return errors;
  }

  /** The resource at {@code path}; empty when there is none. */
  public <T extends RedfishResource> Optional<Found<T>> find(String path, Class<T> type) {
    return find(path, type, status -> status == 404);
  }

  /** The resource at {@code path}; empty also when the BMC does not show it: any 4xx, or 501. */
  public <T extends RedfishResource> Optional<Found<T>> findIfShown(String path, Class<T> type) {
    return find(path, type, status -> status / 100 == 4 || status == 501);
  }

  private <T extends RedfishResource> Optional<Found<T>> find(
      String path, Class<T> type, IntPredicate absent) {
    var request = RedfishRequest.get(path);
    var answer = login.send(request);
    return absent.test(answer.status())
        ? Optional.empty()
        : Optional.of(
            new Found<>(request.path(), read(request, answer, type), answer.returnable("ETag")));
  }

  /** The resource at {@code path} as any JSON; empty when there is none. */
  public Optional<JsonNode> find(String path) {
    var request = RedfishRequest.get(path);
    var answer = login.send(request);
    return answer.status() == 404
        ? Optional.empty()
        : Optional.of(read(request, answer, JsonNode.class));
  }

  /** The resource at {@code path}; BMC_ANSWER_UNUSABLE when there is none. */
  public <T extends RedfishResource> Found<T> require(String path, Class<T> type) {
    return find(path, type).orElseThrow(() -> errors.missing(path));
  }

  /** As above, as any JSON. */
  public JsonNode require(String path) {
    return find(path).orElseThrow(() -> errors.missing(path));
  }

  /** The task that {@code answer} to {@code command} names; empty when there is none. */
  public Optional<RedfishTask> task(RedfishRequest command, RedfishResponse answer) {
    return RedfishTask.of(this, command, answer);
  }

  /**
   * Changes the resource at {@code path} by a PATCH with its ETag. Begins again once when it was
   * changed in between; a BMC that refuses the weak ETag that it gave gets the strong form of it,
   * and one that refuses its own ETag, though nothing has changed, gets none.
   *
   * @param change makes the body of the resource as it is; empty when nothing is to be changed
   */
  public <T extends Changeable> void change(
      String path, Class<T> type, Function<T, Optional<JsonNode>> change) {
    var refused = Optional.<String>empty();
    for (var attempt = 1; ; attempt++) {
      var found = require(path, type);
      var body = change.apply(found.resource());
      if (body.isEmpty()) {
        return;
      }
      var etag = found.etag().or(found.resource()::etag);
      var unchanged = etag.isPresent() && etag.equals(refused);
      var sent =
          switch (attempt) {
            case 1 -> etag;
            case 2 -> unchanged ? etag.map(RedfishClient::strong) : etag;
            default -> unchanged ? Optional.<String>empty() : etag;
          };
      var request = RedfishRequest.patch(path, body.get(), sent);
      var answer = login.send(request);
      if (answer.isSuccess()) {
        task(request, answer).ifPresent(this::settle);
        return;
      }
      if (answer.status() != 412 || attempt > 2 || (attempt == 2 && !unchanged)) {
        throw errors.unexpected(request, answer);
      }
      refused = etag;
    }
  }

  private static String strong(String etag) {
    return etag.startsWith("W/\"") ? etag.substring(2) : etag;
  }

  /**
   * Waits for a change that fails soon to fail. One that takes longer is accepted: BMCs keep some
   * settings in a task that ends with the next boot only.
   */
  private void settle(RedfishTask task) {
    task.refresh();
    for (var i = 0; i < MOST_LOOKS && !task.hasEnded() && !deadline.passed(); i++) {
      deadline.pause(PAUSE);
      task.refresh();
    }
  }

  /** Sends any request. The response may be an error, which the caller must check. */
  public RedfishResponse send(RedfishRequest request) {
    return login.send(request);
  }

  /** The path of the system: the one in driver_info, or the only one. */
  public String systemPath(Optional<String> systemId) {
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
