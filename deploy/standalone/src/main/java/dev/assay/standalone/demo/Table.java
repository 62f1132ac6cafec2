package dev.assay.standalone.demo;

import java.io.Console;
import java.io.PrintStream;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Shows the progress of the demo: on a terminal as a table that is redrawn in place, otherwise as a
 * line for every change of a stage.
 */
final class Table {
  private static final int MAX_ROWS = 40;

  private final PrintStream out;
  private final List<MachineRow> rows;
  private final Clock clock;
  private final boolean terminal;
  private int drawn;

  Table(PrintStream out, List<MachineRow> rows, Clock clock) {
    this.out = out;
    this.rows = rows;
    this.clock = clock;
    this.terminal =
        Optional.ofNullable(System.console()).filter(Console::isTerminal).isPresent()
            && rows.size() <= MAX_ROWS;
  }

  /**
   * Prints a line about a machine whose stage has changed, unless the table is redrawn in place.
   */
  synchronized void happened(MachineRow row) {
    if (!terminal) {
      out.println(
          String.format(
              Locale.ROOT,
              "%6.1fs  %-10s  %s",
              row.seconds(clock.instant()),
              row.node(),
              describe(row)));
    }
  }

  /** Draws the table again, on a terminal. */
  synchronized void refresh() {
    if (terminal) {
      draw();
    }
  }

  /** Draws the table for the last time. */
  synchronized void last() {
    draw();
  }

  private void draw() {
    var text = new StringBuilder();
    if (drawn > 0) {
      text.append("\u001b[").append(drawn).append('A');
    }
    line(text, "NODE", "BMC", "STAGE", "SECONDS", "CPUS", "MEMORY", "DISK", "PORTS");
    var now = clock.instant();
    for (var row : rows) {
      var found = row.findings();
      line(
          text,
          row.node(),
          row.bmc(),
          row.stage(),
          String.format(Locale.ROOT, "%.1f", row.seconds(now)),
          found.cpus(),
          found.memory(),
          found.disk(),
          found.ports());
    }
    out.print(text);
    out.flush();
    drawn = terminal ? rows.size() + 1 : 0;
  }

  private void line(StringBuilder text, Object... cells) {
    text.append(String.format(Locale.ROOT, "%-10s  %-24s  %-12s  %7s  %5s  %9s  %10s  %5s", cells));
    if (terminal) {
      text.append("\u001b[K");
    }
    text.append('\n');
  }

  private static String describe(MachineRow row) {
    var found = row.findings();
    return row.inspected()
        ? "inspected: %s CPUs, %s memory, %s disk, %s ports"
            .formatted(found.cpus(), found.memory(), found.disk(), found.ports())
        : row.stage();
  }
}
