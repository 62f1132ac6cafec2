package dev.assay.standalone.inspectorimport;

import dev.assay.standalone.inspectorimport.ConfigurationFile.Name;
import dev.assay.standalone.inspectorimport.Conversion.Outcome.LeftOut;
import dev.assay.standalone.inspectorimport.Conversion.Outcome.Line;
import dev.assay.standalone.inspectorimport.Conversion.Outcome.NotNeeded;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Converts a configuration file into lines of application.properties. Values are shown only of
 * options that have a row in {@link OptionTable}: others may be secrets.
 */
final class OptionImport {
  private static final String PROCESSING = "processing";
  private static final String HOOKS = "processing_hooks";
  private static final String DEFAULT_HOOKS = "default_processing_hooks";

  /** These stay in the list when the file does not set the option. */
  private static final Set<String> DEFAULT_REFERENCES =
      Set.of("$" + DEFAULT_HOOKS, "${" + DEFAULT_HOOKS + "}");

  private final ConfigurationFile file;
  private final Report report = new Report("Options");
  private final Map<String, List<String>> lines = new LinkedHashMap<>();

  OptionImport(ConfigurationFile file) {
    this.file = file;
  }

  /** Converts all options; {@link #lines} has the result then. */
  Report run() {
    Set<Name> known = new HashSet<>();
    hooks();
    known.add(new Name(PROCESSING, HOOKS));
    known.add(new Name(PROCESSING, DEFAULT_HOOKS));
    for (var row : OptionTable.ROWS) {
      convert(row);
      known.add(new Name(row.section(), row.option()));
    }
    file.names().stream().filter(name -> !known.contains(name)).forEach(this::withoutRow);
    return report;
  }

  /** What to write into application.properties, each with a comment that names its source. */
  List<String> lines() {
    return lines.entrySet().stream()
        .flatMap(line -> List.of("# " + String.join(", ", line.getValue()), line.getKey()).stream())
        .toList();
  }

  private void convert(OptionTable.Row row) {
    var name = new Name(row.section(), row.option());
    var given = file.value(row.section(), row.option());
    var value = given.or(() -> Optional.ofNullable(row.byDefault()));
    if (value.isEmpty()) {
      return;
    }
    var subject = given.isPresent() ? name.toString() : "%s (default)".formatted(name);
    try {
      switch (row.conversion().of(value.get(), file)) {
        case Line(var option, var text) -> line(option + "=" + text, subject);
        case NotNeeded(var why) -> notNeeded(given.isPresent(), subject, why);
        case LeftOut(var why) -> report.leftOut(subject, why);
      }
    } catch (NumberFormatException _) {
      report.leftOut(subject, "the value is no number");
    } catch (IllegalArgumentException e) {
      report.leftOut(subject, String.valueOf(e.getMessage()));
    }
  }

  private void line(String line, String source) {
    lines.computeIfAbsent(line, _ -> new ArrayList<>()).add(source);
    report.taken();
  }

  private void notNeeded(boolean given, String subject, String why) {
    if (given) {
      report.notNeeded(subject, why);
    }
  }

  private void withoutRow(Name name) {
    switch (OptionTable.withoutRow(name).orElse(null)) {
      case NotNeeded(var why) -> notNeeded(true, name.toString(), why);
      case null, default ->
          report.leftOut(
              name.toString(),
              "it is no option of ironic-inspector 11 or 12; if a plug-in reads it, see"
                  + " docs/extending.md");
    }
  }

  private void hooks() {
    var names =
        file
            .list(PROCESSING, HOOKS)
            .or(() -> Optional.of(List.of("$" + DEFAULT_HOOKS)))
            .get()
            .stream()
            .flatMap(
                name -> DEFAULT_REFERENCES.contains(name) ? defaults().stream() : Stream.of(name))
            .toList();
    var bootMode = file.value("capabilities", "boot_mode").flatMap(Conversion::flag).orElse(false);
    var converted = HookTable.convert(names, bootMode);
    line(
        "assay.inspector.hooks=" + String.join(",", converted.hooks()),
        "[processing]processing_hooks");
    for (var unknown : converted.unknown()) {
      report.leftOut(
          "[processing]processing_hooks",
          "hook %s has no counterpart; write it as a plug-in: docs/extending.md"
              .formatted(unknown));
    }
  }

  private List<String> defaults() {
    return file.list(PROCESSING, DEFAULT_HOOKS).orElse(HookTable.DEFAULT);
  }
}
