package dev.assay.simulator.machine;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts what a machine has done since it was created. Thread-safe. */
public final class Counters {
  private final AtomicInteger powerOns = new AtomicInteger();
  private final AtomicInteger callbacksPosted = new AtomicInteger();
  private final AtomicInteger lookups = new AtomicInteger();
  private final AtomicInteger heartbeats = new AtomicInteger();
  private final AtomicInteger restarts = new AtomicInteger();
  private volatile int lastCallbackStatus;

  Counters() {}

  /** How often the machine began to boot, restarts included. */
  public int powerOns() {
    return powerOns.get();
  }

  /** Number of callback requests started, retries included. */
  public int callbacksPosted() {
    return callbacksPosted.get();
  }

  /** Number of lookup requests started. */
  public int lookups() {
    return lookups.get();
  }

  /** Number of heartbeats answered with 202. */
  public int heartbeats() {
    return heartbeats.get();
  }

  /** How often the agent terminated and was started again. */
  public int agentRestarts() {
    return restarts.get();
  }

  /** HTTP status of the last response to a callback; 0 if there was none yet. */
  public int lastCallbackStatus() {
    return lastCallbackStatus;
  }

  void poweredOn() {
    powerOns.incrementAndGet();
  }

  /** Counts a callback request. */
  public void callbackPosted() {
    callbacksPosted.incrementAndGet();
  }

  /** Stores the status of the response to a callback. */
  public void callbackAnswered(int status) {
    lastCallbackStatus = status;
  }

  /** Counts a lookup request. */
  public void lookedUp() {
    lookups.incrementAndGet();
  }

  /** Counts an accepted heartbeat. */
  public void heartbeatAccepted() {
    heartbeats.incrementAndGet();
  }

  /** Counts a restart of the agent. */
  public void agentRestarted() {
    restarts.incrementAndGet();
  }
}
