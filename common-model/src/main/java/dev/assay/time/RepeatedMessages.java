package dev.assay.time;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Limits repeated log messages while a failure persists: a sentence is logged when it is new, and
 * once a minute while it recurs; at most 1,000 different sentences a minute. Thread-safe.
 */
public final class RepeatedMessages {
  private static final long INTERVAL = Duration.ofMinutes(1).toNanos();
  private static final int MAX = 1000;

  private final LongSupplier nanos;
  private final Map<String, Long> logged = new HashMap<>();

  /** Nothing has been logged yet. */
  public RepeatedMessages() {
    this(System::nanoTime);
  }

  /** As above, with the clock {@code nanos}. */
  public RepeatedMessages(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Returns whether {@code sentence} is to be logged now; if so, it counts as logged. */
  public synchronized boolean isDue(String sentence) {
    var now = nanos.getAsLong();
    var last = logged.get(sentence);
    if (last != null && now - last <= INTERVAL) {
      return false;
    }
    if (logged.size() >= MAX) {
      logged.values().removeIf(at -> now - at > INTERVAL);
    }
    if (logged.size() >= MAX) {
      return false;
    }
    logged.put(sentence, now);
    return true;
  }

  /**
   * Resets this when the failure is over, so that the next sentence is new. False when nothing had
   * been logged.
   */
  public synchronized boolean clear() {
    var any = !logged.isEmpty();
    logged.clear();
    return any;
  }
}
