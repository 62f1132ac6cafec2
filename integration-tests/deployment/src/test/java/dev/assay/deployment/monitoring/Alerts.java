package dev.assay.deployment.monitoring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** The alerts of deploy/monitoring/alerts.yaml. */
final class Alerts {
  /** One alert. */
  record Alert(String name, String expression, String severity, JsonNode annotations) {
    String annotation(String key) {
      return annotations.path(key).asText();
    }
  }

  private Alerts() {}

  static List<Alert> all() {
    try {
      var file = new YAMLMapper().readTree(Promtool.FOLDER.resolve("alerts.yaml").toFile());
      return Dashboards.list(file.path("groups")).stream()
          .flatMap(group -> Dashboards.list(group.path("rules")).stream())
          .map(
              rule ->
                  new Alert(
                      rule.path("alert").asText(),
                      rule.path("expr").asText(),
                      rule.path("labels").path("severity").asText(),
                      rule.path("annotations")))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
