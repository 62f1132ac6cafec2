package dev.assay.standalone;

import dev.assay.doctor.Finding;
import dev.assay.doctor.Finding.Result;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;

/**
 * Prints what {@code doctor --deployment} found: a line for each check, and what to do below it.
 */
final class DeploymentReport {
  private DeploymentReport() {}

  /** Returns whether nothing is worse than a warning. */
  static boolean print(Map<String, List<Finding>> report, PrintStream out) {
    int width =
        report.values().stream()
            .flatMap(List::stream)
            .mapToInt(it -> it.check().length())
            .max()
            .orElse(0);
    report.forEach(
        (part, findings) -> {
          out.printf("%n%s%n", part);
          findings.forEach(it -> print(it, width, out));
        });
    var errors = count(report, Result.FAILED);
    out.printf(
        "%nErrors: %d, warnings: %d, not checked: %d, ok: %d.%n",
        errors,
        count(report, Result.WARNING),
        count(report, Result.SKIPPED),
        count(report, Result.OK));
    return errors == 0;
  }

  private static void print(Finding finding, int width, PrintStream out) {
    var line = "  %-7s  %-" + width + "s  %s%n";
    out.printf(line, word(finding.result()), finding.check(), finding.detail());
    if (finding.fix() != null) {
      out.printf(line, "", "to do:", finding.fix());
    }
  }

  private static String word(Result result) {
    return switch (result) {
      case OK -> "OK";
      case WARNING -> "WARNING";
      case FAILED -> "ERROR";
      case SKIPPED -> "-";
    };
  }

  private static long count(Map<String, List<Finding>> report, Result result) {
    return report.values().stream()
        .flatMap(List::stream)
        .filter(it -> it.result() == result)
        .count();
  }
}
