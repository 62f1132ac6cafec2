package dev.assay.broker;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Captures the log messages of a class until it is closed. */
final class LogOf extends Handler implements AutoCloseable {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger;

  private LogOf(Logger logger) {
    this.logger = logger;
  }

  static LogOf type(Class<?> type) {
    var log = new LogOf(Logger.getLogger(type.getName()));
    log.logger.addHandler(log);
    return log;
  }

  /** The messages with their parameters filled in. */
  List<String> lines() {
    return lines;
  }

  @Override
  public void publish(LogRecord line) {
    var values = line.getParameters();
    lines.add(values == null ? line.getMessage() : line.getMessage().formatted(values));
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}
