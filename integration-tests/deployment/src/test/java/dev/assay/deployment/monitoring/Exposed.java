package dev.assay.deployment.monitoring;

import dev.assay.stack.Service;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The metrics of Assay that services expose.
 *
 * @param types the type of each metric, by name
 * @param labels those of its samples, without the one of histograms
 * @param text of all samples, for promtool
 */
record Exposed(Map<String, String> types, Map<String, Set<String>> labels, String text) {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final Pattern TYPE = Pattern.compile("# TYPE (assay_\\w+) (\\w+)");
  private static final Pattern SAMPLE =
      Pattern.compile("(assay_\\w+?)(?:_bucket|_count|_sum)?(?:\\{(.*)})? .*");
  private static final Pattern LABEL = Pattern.compile("(\\w+)=\"[^\"]*\"");

  /** What {@code service} exposes at this moment. */
  static Exposed by(Service service) {
    try {
      var request =
          HttpRequest.newBuilder(URI.create(service.address() + "/q/metrics"))
              .header("Accept", "text/plain") // what promtool reads, not OpenMetrics
              .build();
      var lines =
          Arrays.stream(HTTP.send(request, BodyHandlers.ofString()).body().split("\n", -1))
              .filter(line -> line.matches("(# (HELP|TYPE) )?assay_.*"))
              .toList();
      var types = types(lines);
      return new Exposed(types, labels(lines, types.keySet()), String.join("\n", lines) + "\n");
    } catch (IOException e) {
      throw new IllegalStateException("no metrics of " + service.name(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static Map<String, String> types(List<String> lines) {
    var all =
        lines.stream()
            .map(TYPE::matcher)
            .filter(matcher -> matcher.matches())
            .collect(Collectors.toMap(found -> found.group(1), found -> found.group(2)));
    // The maximum of a timer stands beside it, as a gauge.
    return all.entrySet().stream()
        .filter(entry -> !isMaximum(entry.getKey(), all))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  private static boolean isMaximum(String name, Map<String, String> all) {
    return name.endsWith("_max") && all.containsKey(name.substring(0, name.length() - 4));
  }

  private static Map<String, Set<String>> labels(List<String> lines, Set<String> names) {
    var labels = new HashMap<String, Set<String>>();
    names.forEach(name -> labels.put(name, new TreeSet<>()));
    for (var line : lines) {
      var sample = SAMPLE.matcher(line);
      if (sample.matches() && sample.group(2) != null && labels.containsKey(sample.group(1))) {
        LABEL
            .matcher(sample.group(2))
            .results()
            .map(label -> label.group(1))
            .filter(label -> !label.equals("le"))
            .forEach(labels.get(sample.group(1))::add);
      }
    }
    return labels;
  }
}
