package dev.assay.api.testing;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.formatters.PatternFormatter;

/** What is logged, each with its exception, from now on until it is closed. */
public final class LogLines extends Handler implements AutoCloseable {
  private static final Logger ROOT = Logger.getLogger("");
  private static final PatternFormatter TEXT = new PatternFormatter("%s%e");

  private final Queue<String> lines = new ConcurrentLinkedQueue<>();

  private final Queue<String> errors = new ConcurrentLinkedQueue<>();

  private LogLines() {}

  public static LogLines watch() {
    var watch = new LogLines();
    ROOT.addHandler(watch);
    return watch;
  }

  /** So far. */
  public List<String> seen() {
    return List.copyOf(lines);
  }

  /** Those that are errors. */
  public List<String> errors() {
    return List.copyOf(errors);
  }

  @Override
  public void publish(LogRecord entry) {
    var line = TEXT.format(entry);
    lines.add(line);
    if (entry.getLevel().intValue() >= Level.SEVERE.intValue()) {
      errors.add(line);
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    ROOT.removeHandler(this);
  }
}
