package dev.assay.standalone.inspectorimport;

import dev.assay.standalone.client.Api.Answer;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * What became of everything of one kind, for the operator. The same reason for several is told
 * once.
 */
final class Report {
  private static final int SHOWN = 10;

  private final String kind;
  private final Map<String, List<String>> leftOut = new LinkedHashMap<>();
  private final Map<String, List<String>> notes = new LinkedHashMap<>();
  private final Map<String, List<String>> notNeeded = new LinkedHashMap<>();
  private int taken;
  private int unchanged;

  /** {@code kind} in the plural, such as "rules". */
  Report(String kind) {
    this.kind = kind;
  }

  /** One was taken over, or with a dry run would be. */
  void taken() {
    taken++;
  }

  /** One was taken over before. */
  void unchanged() {
    unchanged++;
  }

  /** One cannot be taken over. */
  void leftOut(String subject, String reason) {
    leftOut.computeIfAbsent(reason, _ -> new ArrayList<>()).add(subject);
  }

  /** The API did not take one. */
  void refused(String subject, Answer answer) {
    var why = answer.reason();
    leftOut(subject, answer.isTemporary() ? why + "; import again" : why);
  }

  /** One need not be taken over. */
  void notNeeded(String subject, String reason) {
    notNeeded.computeIfAbsent(reason, _ -> new ArrayList<>()).add(subject);
  }

  /** Something to know about one that was taken over. */
  void note(String subject, String text) {
    notes.computeIfAbsent(text, _ -> new ArrayList<>()).add(subject);
  }

  /** True when nothing was left out. */
  boolean complete() {
    return leftOut.isEmpty();
  }

  /**
   * Prints it.
   *
   * @param done what happens to what is taken over, such as "imported"
   * @param all prints every line and every subject, else ten of them at most
   */
  void print(PrintStream out, String done, boolean all) {
    var counts = new StringJoiner(", ").add(taken + " " + done);
    if (notNeeded.isEmpty()) {
      counts.add(unchanged + " unchanged");
    } else {
      counts.add(count(notNeeded) + " not needed");
    }
    out.println(kind + ": " + counts.add(count(leftOut) + " left out"));
    print(out, "left out", leftOut, all);
    print(out, "note", notes, all);
    if (all) {
      print(out, "not needed", notNeeded, true);
    }
  }

  private static int count(Map<String, List<String>> lines) {
    return lines.values().stream().mapToInt(List::size).sum();
  }

  private static void print(
      PrintStream out, String label, Map<String, List<String>> lines, boolean all) {
    lines.entrySet().stream()
        .limit(all ? Long.MAX_VALUE : SHOWN)
        .forEach(
            line ->
                out.printf("  %s: %s: %s%n", label, subjects(line.getValue(), all), line.getKey()));
    if (!all && lines.size() > SHOWN) {
      out.printf("  %s: ... and %d more; --all prints them%n", label, lines.size() - SHOWN);
    }
  }

  private static String subjects(List<String> subjects, boolean all) {
    var shown = subjects.stream().limit(all ? Long.MAX_VALUE : SHOWN).toList();
    var more = subjects.size() - shown.size();
    return String.join(", ", shown) + (more > 0 ? " ... and %d more".formatted(more) : "");
  }
}
