package dev.assay.standalone;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.formatters.PatternFormatter;

/**
 * Prints log warnings of commands that start no service: without a running service, Quarkus
 * discards log lines.
 */
final class Warnings extends Handler {
  /**
   * Kept in a field: the garbage collector may remove an unreferenced logger together with its
   * handlers.
   */
  private static final Logger KEYS = Logger.getLogger("dev.assay.secret");

  private static final PatternFormatter MESSAGE = new PatternFormatter("%s");

  private Warnings() {}

  /** Prints warnings about the key file and its keys to System.err from now on. */
  static void print() {
    var printer = new Warnings();
    printer.setLevel(Level.WARNING);
    KEYS.addHandler(printer);
  }

  @Override
  public void publish(LogRecord line) {
    if (isLoggable(line)) {
      System.err.println(MESSAGE.format(line));
    }
  }

  @Override
  public void flush() {
    System.err.flush();
  }

  @Override
  public void close() {
    // nothing to close: System.err stays open
  }
}
