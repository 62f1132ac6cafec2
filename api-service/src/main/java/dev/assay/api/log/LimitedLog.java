package dev.assay.api.log;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/**
 * Limits log lines that any client can cause, so that nobody can fill the disk with them: a burst,
 * then a few a second. The next line that is written says how many were left out.
 */
public final class LimitedLog {
  private static final int BURST = 50;
  private static final int PER_SECOND = 5;

  private final Logger log;
  private final LongSupplier nanoTime;
  private double tokens = BURST;
  private long filledAt;
  private long leftOut;

  /** Creates a limited log that writes to {@code log}. */
  public LimitedLog(Logger log) {
    this(log, System::nanoTime);
  }

  LimitedLog(Logger log, LongSupplier nanoTime) {
    this.log = log;
    this.nanoTime = nanoTime;
    this.filledAt = nanoTime.getAsLong();
  }

  /** Writes a warning, or nothing when there were too many lines. */
  public void warn(String line) {
    write(Logger.Level.WARN, line);
  }

  /** As {@link #warn}, at level INFO. */
  public void info(String line) {
    write(Logger.Level.INFO, line);
  }

  private void write(Logger.Level level, String line) {
    var before = admitted();
    if (before >= 0) {
      log.log(
          level,
          before == 0 ? line : line + " (%d lines like this were left out.)".formatted(before));
    }
  }

  /** The number of lines left out since the last one; negative when this one is left out, too. */
  private synchronized long admitted() {
    var now = nanoTime.getAsLong();
    var grown = (double) (now - filledAt) * PER_SECOND / TimeUnit.SECONDS.toNanos(1);
    tokens = Math.min(BURST, tokens + grown);
    filledAt = now;
    if (tokens < 1) {
      leftOut++;
      return -1;
    }
    tokens--;
    var before = leftOut;
    leftOut = 0;
    return before;
  }
}
