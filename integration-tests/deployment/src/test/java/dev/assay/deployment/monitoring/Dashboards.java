package dev.assay.deployment.monitoring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;

/** The dashboards of deploy/monitoring/grafana. */
final class Dashboards {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** One query of a panel. */
  record Query(String dashboard, String panel, String expression) {
    /** As Grafana sends it; the interval is that of a panel over a few minutes. */
    String sent() {
      return expression.replace("$__rate_interval", "30s");
    }

    @Override
    public String toString() {
      return "%s, %s: %s".formatted(dashboard, panel, expression);
    }
  }

  private Dashboards() {}

  /** The files, by name. */
  static List<Path> files() {
    try (var files = Files.list(Promtool.FOLDER.resolve("grafana"))) {
      return files.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static JsonNode read(Path file) {
    try {
      return JSON.readTree(file.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(file + " is no JSON", e);
    }
  }

  static List<JsonNode> panels(JsonNode dashboard) {
    return list(dashboard.path("panels"));
  }

  static List<JsonNode> list(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).toList();
  }

  /** The queries of all panels of all dashboards. */
  static List<Query> queries() {
    return files().stream()
        .map(Dashboards::read)
        .flatMap(
            dashboard ->
                panels(dashboard).stream()
                    .flatMap(
                        panel ->
                            list(panel.path("targets")).stream()
                                .map(
                                    target ->
                                        new Query(
                                            dashboard.path("title").asText(),
                                            panel.path("title").asText(),
                                            target.path("expr").asText()))))
        .toList();
  }
}
