package dev.assay.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Captures log records, each with its exception, until it is closed. */
final class CapturedLog extends Handler implements AutoCloseable {
  private final List<String> lines = new ArrayList<>();
  private final Logger logger;

  private CapturedLog(Logger logger) {
    this.logger = logger;
    setLevel(Level.ALL);
  }

  static CapturedLog of(String name) {
    var log = new CapturedLog(Logger.getLogger(name));
    log.logger.addHandler(log);
    return log;
  }

  List<String> lines() {
    return lines;
  }

  @Override
  public void publish(LogRecord line) {
    lines.add(line.getThrown() == null ? line.getMessage() : line.getMessage() + line.getThrown());
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}
