package dev.assay.testing;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.formatters.PatternFormatter;

/** Captures log lines, each with its exception, from now on until it is closed. */
public final class CapturedLog extends Handler implements AutoCloseable {
  private static final String MESSAGE_AND_EXCEPTION = "%s%e";

  private final Logger logger;
  private final PatternFormatter formatter;
  private final Queue<String> lines = new ConcurrentLinkedQueue<>();
  private final Queue<String> errors = new ConcurrentLinkedQueue<>();

  private CapturedLog(String category, String pattern) {
    this.logger = Logger.getLogger(category);
    this.formatter = new PatternFormatter(pattern);
  }

  /** Captures what {@code type} logs. */
  public static CapturedLog of(Class<?> type) {
    return of(type.getName());
  }

  /** Captures what is logged in {@code category} and below. */
  public static CapturedLog of(String category) {
    return of(category, MESSAGE_AND_EXCEPTION);
  }

  /** Formats lines by {@code pattern}, which is written as {@code quarkus.log.console.format}. */
  public static CapturedLog of(String category, String pattern) {
    var log = new CapturedLog(category, pattern);
    log.logger.addHandler(log);
    return log;
  }

  /** Captures everything that is logged. */
  public static CapturedLog ofAll() {
    return of("");
  }

  /** All lines so far. */
  public List<String> lines() {
    return List.copyOf(lines);
  }

  /** The lines so far that are errors. */
  public List<String> errors() {
    return List.copyOf(errors);
  }

  @Override
  public void publish(LogRecord entry) {
    var line = formatter.format(entry);
    lines.add(line);
    if (entry.getLevel().intValue() >= Level.SEVERE.intValue()) {
      errors.add(line);
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}
