package dev.assay.deployment.monitoring;

import dev.assay.stack.Installation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The table of docs/metrics.md. */
final class MetricsPage {
  private static final Pattern ROW =
      Pattern.compile(
          "^\\| `(assay_\\w+)` \\| (\\w+) \\|([^|]*)\\|[^|]+\\|([^|]*)\\|$", Pattern.MULTILINE);

  private static final Pattern METRIC = Pattern.compile("\\bassay_\\w+");
  private static final Pattern PART = Pattern.compile("_(bucket|count|sum|max)$");

  /**
   * One row.
   *
   * @param services api, conductor, pxe-filter
   */
  record Row(String name, String type, Set<String> labels, Set<String> services) {}

  private MetricsPage() {}

  static List<Row> rows() {
    return ROW.matcher(text("docs/metrics.md"))
        .results()
        .map(row -> new Row(row.group(1), row.group(2), words(row.group(3)), words(row.group(4))))
        .toList();
  }

  /** The metrics of Assay that an expression reads, without the parts of histograms. */
  static Set<String> namedIn(String expression) {
    var known = rows().stream().map(Row::name).collect(Collectors.toSet());
    return METRIC
        .matcher(expression)
        .results()
        .map(found -> found.group())
        .map(name -> known.contains(name) ? name : PART.matcher(name).replaceFirst(""))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> words(String cell) {
    return Arrays.stream(cell.replace("`", "").split(",", -1))
        .map(String::strip)
        .filter(word -> !word.isEmpty())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** A file of the project. */
  static String text(String path) {
    try {
      return Files.readString(Installation.root().resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
