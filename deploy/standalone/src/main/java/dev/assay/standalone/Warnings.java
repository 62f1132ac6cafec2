package dev.assay.standalone;

import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jboss.logmanager.formatters.PatternFormatter;

/** The log of a command that starts no service: without one, Quarkus keeps every line to itself. */
final class Warnings extends Handler {
  /** Kept: a logger that nobody holds may be forgotten with its handlers. */
  private static final Logger KEYS = Logger.getLogger("dev.assay.secret");

  private static final PatternFormatter MESSAGE = new PatternFormatter("%s");

  private Warnings() {}

  /** From now on what key file and keys warn of is printed to System.err. */
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
    // System.err is not its own
  }
}
