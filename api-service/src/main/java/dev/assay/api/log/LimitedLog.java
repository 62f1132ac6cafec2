package dev.assay.api.log;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jboss.logging.Logger;

/**
 * Lines that anybody who reaches the API can cause, so that nobody can fill the disk with them:
 * some at once, then a few a second. The next line tells how many were left out.
 */
public final class LimitedLog {
  private static final int BURST = 50;
  private static final int PER_SECOND = 5;

  private final Logger log;
  private final LongSupplier nanoTime;
  private double tokens = BURST;
  private long filledAt;
  private long leftOut;

  /** Writes to {@code log}. */
  public LimitedLog(Logger log) {
    this(log, System::nanoTime);
  }

  LimitedLog(Logger log, LongSupplier nanoTime) {
    this.log = log;
    this.nanoTime = nanoTime;
    this.filledAt = nanoTime.getAsLong();
  }

  /** One line, or none when there were too many. */
  public void warn(String line) {
    write(Logger.Level.WARN, line);
  }

  /** The same for what is nobody's mistake. */
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

  /** How many were left out since the last one; negative when this one is, too. */
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
