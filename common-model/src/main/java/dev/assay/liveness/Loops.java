package dev.assay.liveness;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The monitored loops of this process. */
@ApplicationScoped
public class Loops {
  private final Set<Loop> running = ConcurrentHashMap.newKeySet();

  /**
   * Registers a loop that begins now.
   *
   * @param limit for one iteration, all time limits of what it calls included; a loop that exceeds
   *     it counts as dead
   */
  public Loop add(String name, Duration limit) {
    var loop = new Loop(name, limit, this);
    running.add(loop);
    return loop;
  }

  void remove(Loop loop) {
    running.remove(loop);
  }

  List<Loop> running() {
    return List.copyOf(running);
  }
}
