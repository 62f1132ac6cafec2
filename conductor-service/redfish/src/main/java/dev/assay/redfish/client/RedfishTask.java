package dev.assay.redfish.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.Set;

/**
 * What a BMC goes on doing after it answered a command with 202. Source: DSP0266 12.2 (task
 * monitors), DSP0268 Task.
 */
public final class RedfishTask {
  private static final Set<String> FAILED =
      Set.of("Exception", "Killed", "Cancelled", "Interrupted");
  private static final String COMPLETED = "Completed";

  private final RedfishClient client;
  private final RedfishRequest command;
  private final RedfishRequest monitor;

  private boolean ended;

  private RedfishTask(RedfishClient client, RedfishRequest command, String monitor) {
    this.client = client;
    this.command = command;
    this.monitor = RedfishRequest.get(monitor);
  }

  /** The task that {@code answer} to {@code command} names; empty when there is none. */
  static Optional<RedfishTask> of(
      RedfishClient client, RedfishRequest command, RedfishResponse answer) {
    if (answer.status() != 202) {
      return Optional.empty();
    }
    return answer
        .header("Location")
        .flatMap(RedfishTask::path)
        .or(() -> named(answer))
        .map(path -> new RedfishTask(client, command, path));
  }

  /** Only the path of the URL: some BMCs put a host name of their own before it. */
  private static Optional<String> path(String location) {
    try {
      return Optional.ofNullable(new URI(location).getRawPath()).filter(path -> !path.isEmpty());
    } catch (URISyntaxException _) {
      return Optional.empty();
    }
  }

  private static Optional<String> named(RedfishResponse answer) {
    return json(answer)
        .map(task -> task.path("TaskMonitor").asText(task.path("@odata.id").asText("")))
        .flatMap(RedfishTask::path);
  }

  /** What the BMC said when it was asked last. */
  public boolean hasEnded() {
    return ended;
  }

  /**
   * Asks the BMC whether the task has ended, unless it has. A task that the BMC does not know any
   * more has ended: some forget them at once. Throws HardwareFailure with BMC_REFUSED, and with
   * what the BMC says about it, when the task failed.
   */
  public void refresh() {
    if (!ended) {
      var answer = client.send(monitor);
      ended =
          switch (answer.status()) {
            case 202 -> false;
            case 404, 410 -> true;
            default -> {
              if (!answer.isSuccess()) {
                throw client.errors().taskFailed(command, answer.reason());
              }
              yield json(answer).map(this::isOver).orElse(true);
            }
          };
    }
  }

  /** Whether a monitor that shows the task itself, as some do, shows one that is over. */
  private boolean isOver(JsonNode task) {
    var state = task.path("TaskState").asText(COMPLETED);
    if (FAILED.contains(state) || "Critical".equals(task.path("TaskStatus").asText())) {
      throw client.errors().taskFailed(command, message(task).or(() -> Optional.of(state)));
    }
    return state.equals(COMPLETED);
  }

  private static Optional<String> message(JsonNode task) {
    return task.path("Messages")
        .valueStream()
        .map(message -> message.path("Message").asText(""))
        .filter(text -> !text.isBlank())
        .reduce((_, last) -> last);
  }

  private static Optional<JsonNode> json(RedfishResponse answer) {
    try {
      return Optional.of(answer.as(JsonNode.class)).filter(JsonNode::isObject);
    } catch (IOException _) {
      return Optional.empty();
    }
  }
}
