package dev.assay.deployment.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.deployment.engine.Program;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the files of deploy/monitoring as far as that needs no running stack. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class MonitoringFilesTest {
  private static final Pattern ENTRY = Pattern.compile("^## (Assay\\w+)$", Pattern.MULTILINE);

  /** Units of Grafana that a panel of ours may have. */
  private static final List<String> UNITS =
      List.of("s", "short", "reqps", "ops", "percentunit", "bytes", "cpm");

  @Test
  void promtool_accepts_the_alerts_and_the_example() {
    assertThat(Promtool.run("", "check", "rules", "alerts.yaml")).matches(r -> r.status() == 0);
    assertThat(Promtool.run("", "check", "config", "prometheus.yaml"))
        .matches(r -> r.status() == 0);
  }

  @Test
  void the_chart_has_a_copy_of_the_alerts() {
    assertThat(MetricsPage.text("deploy/kubernetes/assay/files/alerts.yaml"))
        .as("cp deploy/monitoring/alerts.yaml deploy/kubernetes/assay/files/")
        .isEqualTo(MetricsPage.text("deploy/monitoring/alerts.yaml"));
  }

  @Test
  void each_alert_fires_when_it_should_and_only_then() {
    assertThat(Promtool.run("", "test", "rules", "alerts-test.yaml")).matches(r -> r.status() == 0);
    var tests = MetricsPage.text("deploy/monitoring/alerts-test.yaml");
    for (var alert : Alerts.all()) {
      assertThat(tests).contains("alertname=\"%s\"".formatted(alert.name()));
    }
  }

  @Test
  void each_alert_says_how_bad_it_is_what_happened_and_what_to_do() {
    for (var alert : Alerts.all()) {
      assertThat(alert.severity()).as(alert.name()).isIn("critical", "warning");
      assertThat(alert.annotation("summary")).as(alert.name()).isNotBlank();
      assertThat(alert.annotation("description")).as(alert.name()).hasSizeGreaterThan(80);
      assertThat(alert.annotation("runbook_url"))
          .as(alert.name())
          .endsWith("/docs/runbooks.md#" + alert.name().toLowerCase(java.util.Locale.ROOT));
    }
  }

  @Test
  void each_alert_has_a_run_book_and_each_run_book_an_alert() {
    var entries =
        ENTRY.matcher(MetricsPage.text("docs/runbooks.md")).results().map(e -> e.group(1)).toList();

    assertThat(entries)
        .containsExactlyInAnyOrderElementsOf(Alerts.all().stream().map(a -> a.name()).toList());
  }

  @Test
  void every_metric_that_is_read_is_documented() {
    var documented =
        MetricsPage.rows().stream().map(MetricsPage.Row::name).collect(Collectors.toSet());
    var expressions =
        Stream.concat(
            Alerts.all().stream().map(Alerts.Alert::expression),
            Dashboards.queries().stream().map(Dashboards.Query::expression));

    assertThat(expressions.flatMap(e -> MetricsPage.namedIn(e).stream()).distinct())
        .isNotEmpty()
        .isSubsetOf(documented);
  }

  static List<Path> dashboards() {
    return Dashboards.files();
  }

  @Test
  void there_is_a_dashboard_for_each_question() {
    assertThat(dashboards())
        .extracting(file -> file.getFileName().toString())
        .containsExactly(
            "bmcs.json",
            "conductors.json",
            "filters.json",
            "fleet.json",
            "inspections.json",
            "queues.json");
  }

  @ParameterizedTest
  @MethodSource("dashboards")
  void a_dashboard_works_with_any_prometheus_and_explains_itself(Path file) {
    var dashboard = Dashboards.read(file);
    var name = file.getFileName().toString();

    assertThat(dashboard.path("schemaVersion").asInt()).as("of Grafana 10").isGreaterThan(37);
    assertThat(dashboard.path("uid").asText() + ".json").isEqualTo("assay-" + name);
    assertThat(dashboard.path("description").asText()).isNotBlank();
    assertThat(dashboard.path("templating").path("list").findValuesAsText("name"))
        .contains("datasource");
    assertThat(dashboard.path("panels").findValues("datasource"))
        .extracting(source -> source.path("uid").asText())
        .containsOnly("${datasource}");
    var panels = Dashboards.panels(dashboard);
    assertThat(panels).extracting(panel -> panel.path("id").asInt()).doesNotHaveDuplicates();
    assertThat(panels)
        .isNotEmpty()
        .allSatisfy(
            panel -> {
              assertThat(panel.path("title").asText()).isNotBlank();
              assertThat(panel.path("description").asText()).isNotBlank();
              assertThat(panel.path("fieldConfig").path("defaults").path("unit").asText())
                  .isIn(UNITS);
              assertThat(panel.path("targets")).isNotEmpty();
            });
    assertNoOverlap(panels);
  }

  @ParameterizedTest(name = "{0} minutes")
  @CsvSource({"30, 6", "104, 20", "105, 21", "1440, 288"})
  void a_drawn_line_has_gaps_only_where_points_are_missing(int minutes, int step) {
    // Five points, one that is missing, and five more.
    var script =
        """
        import runpy, sys
        file, minutes, step = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
        points = [(at * step, 1.0) for at in range(11) if at != 5]
        panel = {"title": "any", "fieldConfig": {"defaults": {"unit": "short"}}}
        lines = runpy.run_path(file)["plot"](panel, [("any", points)], 0, minutes)
        print("".join("-" if line else " " for line in lines[3:-2]))
        """;
    var drawn =
        Program.require(
            List.of(
                "/usr/bin/python3",
                "-c",
                script,
                Promtool.FOLDER.resolve("draw").toString(),
                String.valueOf(minutes),
                String.valueOf(step)));

    // Up to 20 s are no gap: a line goes on over a missed reading.
    assertThat(drawn.strip()).isEqualTo(2 * step > 20 ? "----- -----" : "----------");
  }

  private static void assertNoOverlap(List<JsonNode> panels) {
    for (var one : panels) {
      for (var other : panels) {
        assertThat(one.equals(other) || !overlap(one.path("gridPos"), other.path("gridPos")))
            .as("%s and %s have places of their own", one.path("title"), other.path("title"))
            .isTrue();
      }
    }
  }

  private static boolean overlap(JsonNode one, JsonNode other) {
    return overlap(one, other, "x", "w") && overlap(one, other, "y", "h");
  }

  private static boolean overlap(JsonNode one, JsonNode other, String from, String size) {
    return one.path(from).asInt() < other.path(from).asInt() + other.path(size).asInt()
        && other.path(from).asInt() < one.path(from).asInt() + one.path(size).asInt();
  }
}
