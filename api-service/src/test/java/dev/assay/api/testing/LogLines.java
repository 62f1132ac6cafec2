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
  private final PatternFormatter text;

  private final Queue<String> lines = new ConcurrentLinkedQueue<>();

  private final Queue<String> errors = new ConcurrentLinkedQueue<>();

  private LogLines(String pattern) {
    this.text = new PatternFormatter(pattern);
  }

  public static LogLines watch() {
    return watch("%s%e");
  }

  /** In the form of {@code pattern}, as in {@code quarkus.log.console.format}. */
  public static LogLines watch(String pattern) {
    var watch = new LogLines(pattern);
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
    var line = text.format(entry);
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
