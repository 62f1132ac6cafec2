package dev.assay.time;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Keeps a log short while something goes wrong again and again: a sentence is told when it is new,
 * and as long as it is said on, once a minute; no more than 1,000 sentences a minute. Used by any
 * thread.
 */
public final class RepeatedMessages {
  private static final long PAUSE = Duration.ofMinutes(1).toNanos();
  private static final int MAX = 1000;

  private final LongSupplier nanos;
  private final Map<String, Long> told = new HashMap<>();

  /** Nothing is told yet. */
  public RepeatedMessages() {
    this(System::nanoTime);
  }

  /** As above, by the clock {@code nanos}. */
  public RepeatedMessages(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Whether {@code sentence} is to be told now; when it is, it counts as told. */
  public synchronized boolean isDue(String sentence) {
    var now = nanos.getAsLong();
    var last = told.get(sentence);
    if (last != null && now - last <= PAUSE) {
      return false;
    }
    if (told.size() >= MAX) {
      told.values().removeIf(at -> now - at > PAUSE);
    }
    if (told.size() >= MAX) {
      return false;
    }
    told.put(sentence, now);
    return true;
  }

  /** All is well: whatever is said next is new. False when nothing had been told. */
  public synchronized boolean clear() {
    var any = !told.isEmpty();
    told.clear();
    return any;
  }
}
