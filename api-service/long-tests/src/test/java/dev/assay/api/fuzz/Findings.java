package dev.assay.api.fuzz;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Sends requests, judges the answers, and keeps what is wrong and how often each was given. */
final class Findings {
  /** Of so many writes one is sent alone, to see what it changes. */
  private static final int ALONE = 7;

  private static final int ENOUGH = 20;

  private final Stock stock;
  private final ReadWriteLock sending = new ReentrantReadWriteLock(true);
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();
  private final Map<Endpoint, Map<Integer, Integer>> answers = new ConcurrentHashMap<>();

  Findings(Stock stock) {
    this.stock = stock;
  }

  /** Sends {@code request} and remembers what is wrong with its answer. */
  void judge(Request request, Connection connection) throws IOException {
    var alone = request.writes() && request.number() % ALONE == 0;
    var turn = alone ? sending.writeLock() : sending.readLock();
    turn.lock();
    try {
      var before = alone ? stock.digest() : "";
      var answer = answer(request, connection);
      if (answer.status() >= 400 && alone && !stock.digest().equals(before)) {
        remember(List.of("changes something and refuses"), request, answer);
      }
      remember(answer.faults(request), request, answer);
      if (request.method().equals(request.endpoint().method())) {
        answers
            .computeIfAbsent(request.endpoint(), _ -> new ConcurrentHashMap<>())
            .merge(answer.status(), 1, Integer::sum);
      }
    } finally {
      turn.unlock();
    }
  }

  private static Answer answer(Request request, Connection connection) throws IOException {
    try {
      return connection.exchange(request);
    } catch (IOException e) {
      throw new IOException("no answer to " + request, e);
    }
  }

  private void remember(Collection<String> what, Request request, Answer answer) {
    if (!what.isEmpty() && faults.size() < ENOUGH) {
      faults.add("%s%n%s%n%s".formatted(String.join("; ", what), request, answer));
    }
  }

  /** What is wrong, the first of it. */
  List<String> faults() {
    return List.copyOf(faults);
  }

  /** Those of {@code endpoints} that never did what they were asked. */
  List<Endpoint> neverTaken(List<Endpoint> endpoints) {
    return never(endpoints, 200, 399);
  }

  /** Those of {@code endpoints} that never refused. */
  List<Endpoint> neverRefused(List<Endpoint> endpoints) {
    return never(endpoints, 400, 499);
  }

  private List<Endpoint> never(List<Endpoint> endpoints, int from, int to) {
    return endpoints.stream()
        .filter(Endpoint::served)
        .filter(
            endpoint ->
                answers.getOrDefault(endpoint, Map.of()).keySet().stream()
                    .noneMatch(status -> status >= from && status <= to))
        .toList();
  }

  /** How often each endpoint answered with which status. */
  String summary() {
    var lines = new ArrayList<String>();
    answers.forEach((endpoint, counts) -> lines.add(endpoint + " " + new TreeMap<>(counts)));
    return String.join("\n", lines.stream().sorted().toList());
  }
}
