package dev.assay.standalone.deployment;

import dev.assay.doctor.Finding;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Runs checks in order. One that cannot be carried out is a warning, and the others still run. */
final class Checks {
  private final List<Finding> findings = new ArrayList<>();

  /** A check that asks a part of the installation. */
  @FunctionalInterface
  interface Check {
    Finding run() throws IOException, SQLException;
  }

  Checks run(String name, Check check) {
    try {
      findings.add(check.run());
    } catch (IOException | SQLException | IllegalStateException e) {
      findings.add(
          Finding.warning(
              name,
              "This could not be checked: %s.".formatted(oneLine(e)),
              "Give the user of the doctor the rights to read this, or check it by hand."));
    }
    return this;
  }

  Checks add(List<Finding> more) {
    findings.addAll(more);
    return this;
  }

  List<Finding> findings() {
    return List.copyOf(findings);
  }

  /** What went wrong, in one line and without a full stop. */
  static String oneLine(Exception failure) {
    var message = failure.getMessage();
    var text = message == null || message.isBlank() ? failure.getClass().getSimpleName() : message;
    return text.lines().findFirst().orElse(text).strip().replaceAll("\\.$", "");
  }
}
