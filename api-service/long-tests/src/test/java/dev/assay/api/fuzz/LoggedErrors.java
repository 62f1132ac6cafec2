package dev.assay.api.fuzz;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Exceptions that are logged as warnings or errors: nobody foresaw them. */
final class LoggedErrors extends Handler implements AutoCloseable {
  private static final Logger ROOT = Logger.getLogger("");

  private final Queue<String> seen = new ConcurrentLinkedQueue<>();

  private LoggedErrors() {}

  /** From now on, until it is closed. */
  static LoggedErrors watch() {
    var watch = new LoggedErrors();
    ROOT.addHandler(watch);
    return watch;
  }

  /** What was logged. */
  List<String> seen() {
    return List.copyOf(seen);
  }

  @Override
  public void publish(LogRecord entry) {
    if (entry.getLevel().intValue() >= Level.WARNING.intValue() && entry.getThrown() != null) {
      seen.add(entry.getLoggerName() + ": " + entry.getMessage() + ": " + entry.getThrown());
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    ROOT.removeHandler(this);
  }
}
