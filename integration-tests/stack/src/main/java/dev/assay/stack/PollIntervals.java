package dev.assay.stack;

import java.time.Duration;
import org.awaitility.pollinterval.IterativePollInterval;
import org.awaitility.pollinterval.PollInterval;

/** How often tests ask whether something has happened. */
final class PollIntervals {
  private static final Duration LONGEST = Duration.ofMillis(400);

  /**
   * From 20 to 400 ms: asking takes processor time from what is waited for, so that long waits ask
   * less often than short ones.
   */
  static final PollInterval GROWING =
      IterativePollInterval.iterative(
          last -> {
            var next = last.multipliedBy(3).dividedBy(2);
            return next.compareTo(LONGEST) < 0 ? next : LONGEST;
          },
          Duration.ofMillis(20));

  private PollIntervals() {}
}
