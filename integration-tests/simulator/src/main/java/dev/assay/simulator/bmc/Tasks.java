package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Work that goes on after the answer 202. Its monitor answers 202 until the work is done, then what
 * the work gives (DSP0266, 12.2).
 */
final class Tasks {
  static final String SERVICE = Inventory.ROOT + "/TaskService";

  private static final String MONITORS = SERVICE + "/TaskMonitors";
  private static final String TASKS = SERVICE + "/Tasks";
  private static final Duration DURATION = Duration.ofMillis(300);
  private static final Executor LATER =
      CompletableFuture.delayedExecutor(DURATION.toMillis(), TimeUnit.MILLISECONDS);

  private final Map<String, CompletableFuture<Void>> tasks = new LinkedHashMap<>();

  /** Answers 202 with a monitor, and does {@code work} later. */
  synchronized BmcResponse start(Runnable work) {
    var id = String.valueOf(tasks.size() + 1);
    tasks.put(id, CompletableFuture.runAsync(work, LATER));
    return running(id);
  }

  synchronized BmcResponse route(RedfishRequest request) {
    request.allow("GET");
    var path = request.path();
    if (path.equals(SERVICE)) {
      return service();
    }
    if (path.equals(TASKS)) {
      return Inventory.collection(TASKS, "Task", List.copyOf(tasks.keySet()));
    }
    var id = path.substring(path.lastIndexOf('/') + 1);
    if (!tasks.containsKey(id)) {
      throw RedfishRefusal.missing(path);
    }
    if (path.equals(TASKS + "/" + id)) {
      return BmcResponse.ok(json(id));
    }
    if (path.equals(MONITORS + "/" + id)) {
      return state(id).equals("Running") ? running(id) : BmcResponse.ok(json(id));
    }
    throw RedfishRefusal.missing(path);
  }

  private static BmcResponse service() {
    var json =
        JsonNodeFactory.instance
            .objectNode()
            .put("@odata.id", SERVICE)
            .put("@odata.type", "#TaskService.v1_2_1.TaskService")
            .put("Id", "TaskService")
            .put("Name", "Task Service")
            .put("ServiceEnabled", true);
    json.putObject("Tasks").put("@odata.id", TASKS);
    return BmcResponse.ok(json);
  }

  private BmcResponse running(String id) {
    var headers = Map.of("Location", MONITORS + "/" + id, "Retry-After", "1");
    return new BmcResponse(202, json(id), headers);
  }

  private ObjectNode json(String id) {
    var state = state(id);
    return JsonNodeFactory.instance
        .objectNode()
        .put("@odata.id", TASKS + "/" + id)
        .put("@odata.type", "#Task.v1_7_4.Task")
        .put("Id", id)
        .put("Name", "Task " + id)
        .put("TaskState", state)
        .put("TaskStatus", state.equals("Exception") ? "Critical" : "OK")
        .put("TaskMonitor", MONITORS + "/" + id);
  }

  private String state(String id) {
    return switch (Objects.requireNonNull(tasks.get(id)).state()) {
      case RUNNING -> "Running";
      case SUCCESS -> "Completed";
      case FAILED, CANCELLED -> "Exception";
    };
  }
}
