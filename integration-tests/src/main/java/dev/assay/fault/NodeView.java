package dev.assay.fault;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.stack.ApiClient;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * What the list of nodes says, read once a second. A reader waits for a list that was requested
 * after its own order was answered.
 */
final class NodeView implements AutoCloseable {
  private static final String PATH =
      "/v1/nodes?fields=uuid,provision_state,target_power_state,power_state,last_error&limit=1000";

  private final ApiClient api;
  private final Journal journal;
  private final Thread thread;
  private Map<String, State> states = Map.of();
  private long readings;
  private boolean stopped;

  /** A node in the list. */
  record State(String provision, String power, boolean powerChanging, String lastError) {
    boolean isSettled() {
      return !powerChanging
          && (provision.equals("manageable") || provision.equals("inspect failed"));
    }
  }

  private NodeView(ApiClient api, Journal journal) {
    this.api = api;
    this.journal = journal;
    this.thread = Thread.ofPlatform().daemon().name("nodes").unstarted(this::read);
  }

  /** Starts reading. */
  static NodeView of(ApiClient api, Journal journal) {
    var view = new NodeView(api, journal);
    view.thread.start();
    return view;
  }

  private void read() {
    try {
      while (!isStopped()) {
        readOnce();
        TimeUnit.MILLISECONDS.sleep(1000);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean isStopped() {
    return stopped;
  }

  private void readOnce() {
    try {
      var answer = api.get(PATH);
      journal.count("list " + answer.status());
      if (answer.status() == 200) {
        publish(answer.json().path("nodes"));
      } else if (answer.status() == 500) {
        journal.violation("a list was answered 500: " + answer.body());
      }
    } catch (UncheckedIOException _) {
      journal.count("list none");
    }
  }

  private synchronized void publish(JsonNode nodes) {
    var now = new HashMap<String, State>();
    for (var node : nodes) {
      now.put(
          node.path("uuid").asText(),
          new State(
              node.path("provision_state").asText(),
              node.path("power_state").asText(),
              !node.path("target_power_state").isNull(),
              node.path("last_error").asText()));
    }
    states = now;
    readings++;
    notifyAll();
  }

  /** Waits until a list that is requested from now on shows the node settled. */
  State awaitSettled(String node) throws InterruptedException {
    return awaitThat(node, State::isSettled);
  }

  /** Waits until a list that is requested from now on fulfils {@code condition}. */
  synchronized State awaitThat(String node, Predicate<State> condition)
      throws InterruptedException {
    var seen = readings + 2; // the next one may be requested already
    while (!stopped) {
      var state = states.get(node);
      if (readings >= seen && state != null && condition.test(state)) {
        return state;
      }
      wait();
    }
    throw new InterruptedException("the run is over");
  }

  /** How many nodes are not settled in the latest list. */
  synchronized Map<String, State> unsettled() {
    var rest = new HashMap<>(states);
    rest.values().removeIf(State::isSettled);
    return rest;
  }

  /** Waits for a list that is requested from now on; false after {@code millis}. */
  synchronized boolean awaitNext(long millis) throws InterruptedException {
    var seen = readings + 2;
    var end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    while (readings < seen) {
      var left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left <= 0) {
        return false;
      }
      wait(left);
    }
    return true;
  }

  @Override
  public void close() {
    synchronized (this) {
      stopped = true;
      notifyAll();
    }
    thread.interrupt();
  }
}
