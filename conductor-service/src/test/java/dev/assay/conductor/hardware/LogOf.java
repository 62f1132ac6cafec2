package dev.assay.conductor.hardware;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logging.MDC;

/**
 * Records what a class logs, each line with the MDC of its thread and its stack, until it is
 * closed.
 */
public final class LogOf extends Handler implements AutoCloseable {
  private final List<Line> lines = new ArrayList<>();
  private final Logger logger;

  /** One line. */
  public record Line(String text, Map<String, Object> mdc) {}

  private LogOf(Logger logger) {
    this.logger = logger;
  }

  /** Starts recording. */
  public static LogOf type(Class<?> type) {
    var log = new LogOf(Logger.getLogger(type.getName()));
    log.logger.addHandler(log);
    return log;
  }

  /** What was logged so far. */
  public synchronized List<Line> lines() {
    return List.copyOf(lines);
  }

  /** All texts. */
  public String text() {
    return String.join("\n", lines().stream().map(Line::text).toList());
  }

  @Override
  public synchronized void publish(LogRecord line) {
    var text = new StringWriter();
    text.append(line.getMessage());
    if (line.getThrown() != null) {
      line.getThrown().printStackTrace(new PrintWriter(text, true));
    }
    lines.add(new Line(text.toString(), new TreeMap<>(MDC.getMap())));
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}
