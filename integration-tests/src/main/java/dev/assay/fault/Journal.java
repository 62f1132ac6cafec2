package dev.assay.fault;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What clients and ramdisks were told, as they saw it. Thread-safe. */
final class Journal {
  /** How a request ended for the one who sent it. */
  enum Outcome {
    ACCEPTED,
    REFUSED,
    /** No response came, or one that does not tell whether something was done. */
    UNKNOWN
  }

  /**
   * A request of an operator.
   *
   * @param action inspect, abort, power or boot device
   * @param status of the response; 0 for none
   * @param requestId of the response; empty for none
   */
  record Order(
      Instant at, String node, String action, Outcome outcome, int status, String requestId) {}

  /** The callbacks of one machine. */
  static final class Callbacks {
    private int accepted;
    private int unknown;
    private boolean posting;

    /** A callback is sent. */
    synchronized void posting() {
      unanswered(); // of the one before nothing was heard
      posting = true;
    }

    synchronized void answered(Outcome outcome) {
      if (posting) {
        accepted += outcome == Outcome.ACCEPTED ? 1 : 0;
        unknown += outcome == Outcome.UNKNOWN ? 1 : 0;
        posting = false;
      }
    }

    /** The ramdisk has ended; a callback that was being sent has no outcome. */
    synchronized void unanswered() {
      answered(Outcome.UNKNOWN);
    }

    synchronized int accepted() {
      return accepted;
    }

    synchronized int unknown() {
      return unknown;
    }
  }

  private final List<Order> orders = new ArrayList<>();
  private final Map<String, Integer> statuses = new TreeMap<>();
  private final List<String> violations = new ArrayList<>();

  synchronized void add(Order order) {
    orders.add(order);
    count("%s %s".formatted(order.action(), order.status() == 0 ? "none" : order.status()));
  }

  /** Counts a response that is not in the list of orders. */
  synchronized void count(String what) {
    statuses.merge(what, 1, Integer::sum);
  }

  /** Notes what must never happen. */
  synchronized void violation(String sentence) {
    violations.add(sentence);
  }

  synchronized List<Order> orders() {
    return List.copyOf(orders);
  }

  synchronized Map<String, Integer> statuses() {
    return new TreeMap<>(statuses);
  }

  synchronized List<String> violations() {
    return List.copyOf(violations);
  }
}
