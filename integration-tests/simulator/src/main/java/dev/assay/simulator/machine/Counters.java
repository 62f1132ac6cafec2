package dev.assay.simulator.machine;

import java.util.concurrent.atomic.AtomicInteger;

/** What a machine has done since it was made. Safe for use by several threads. */
public final class Counters {
  private final AtomicInteger powerOns = new AtomicInteger();
  private final AtomicInteger callbacksPosted = new AtomicInteger();
  private final AtomicInteger lookups = new AtomicInteger();
  private final AtomicInteger heartbeats = new AtomicInteger();
  private final AtomicInteger restarts = new AtomicInteger();
  private volatile int lastCallbackStatus;

  Counters() {}

  /** Times the machine began to boot, restarts included. */
  public int powerOns() {
    return powerOns.get();
  }

  /** Callback requests begun, retries included. */
  public int callbacksPosted() {
    return callbacksPosted.get();
  }

  /** Lookup requests begun. */
  public int lookups() {
    return lookups.get();
  }

  /** Heartbeats answered with 202. */
  public int heartbeats() {
    return heartbeats.get();
  }

  /** Times the agent died and was started again. */
  public int agentRestarts() {
    return restarts.get();
  }

  /** HTTP status of the last answer to a callback; 0 if there was none yet. */
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

  /** Remembers the status of a callback's answer. */
  public void callbackAnswered(int status) {
    lastCallbackStatus = status;
  }

  /** Counts a lookup request. */
  public void lookedUp() {
    lookups.incrementAndGet();
  }

  /** Counts a heartbeat that was accepted. */
  public void heartbeatAccepted() {
    heartbeats.incrementAndGet();
  }

  /** Counts a restart of the agent. */
  public void agentRestarted() {
    restarts.incrementAndGet();
  }
}
