package dev.assay.deployment.monitoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.deployment.monitoring.MetricsPage.Row;
import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.machine.Misbehaviour;
import dev.assay.stack.Installation;
import dev.assay.stack.RedfishAccess;
import dev.assay.stack.Service;
import dev.assay.stack.Stack;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * A real Prometheus reads the metrics of a running stack: what dashboards and alerts ask it for is
 * there, and what services expose is what docs/metrics.md says.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class MonitoringIT {
  /** With more of them the dashboards are worth a picture: docs/monitoring.md. */
  private static final int MACHINES = Integer.getInteger("assay.monitoring.machines", 8);

  /** Of which this many have a BMC that fails. */
  private static final int BROKEN = Math.max(2, MACHINES / 20);

  private static final boolean PICTURES = Boolean.getBoolean("assay.monitoring.pictures");
  private static final Duration LIMIT = Duration.ofMinutes(PICTURES ? 10 : 2);

  @AutoClose
  static final Stack STACK =
      Stack.named("monitoring")
          .conductors(2)
          .filters(1)
          .set("assay.inspector.require-managed-boot", false)
          .set("assay.pxe-filter.driver", "dnsmasq")
          .set("assay.pxe-filter.dhcp-hostsdir", Installation.emptyFolder("monitoring-dhcp"))
          .start();

  @AutoClose static final PrometheusServer PROMETHEUS = PrometheusServer.of(STACK);

  @AutoClose
  static final Rack RACK =
      Rack.of(
              RackPlan.to(STACK.callbackUrl())
                  .machines(MACHINES)
                  .seed(59)
                  .bootTime(Duration.ofSeconds(PICTURES ? 20 : 5))
                  .build())
          .start();

  @BeforeAll
  static void machines_are_inspected_and_two_of_them_fail() {
    var api = STACK.api();
    var nodes = RACK.machines().stream().map(machine -> RedfishAccess.enrol(api, machine)).toList();
    nodes.forEach(node -> api.order(node, "manage"));
    nodes.forEach(node -> api.awaitState(node, "manageable", LIMIT));
    if (PICTURES) {
      inspect(nodes, 0);
    }
    RACK.machines()
        .subList(0, BROKEN)
        .forEach(machine -> machine.misbehave(new Misbehaviour.BmcRefuses(401)));
    if (PICTURES) {
      STACK.conductors().getLast().process().kill();
      inspect(nodes, BROKEN);
      STACK.conductors().getLast().start();
    }
    inspect(nodes, BROKEN);
    api.callback(RACK.machines().getFirst().payload()); // nobody waits for it: refused
    await("one conductor has counted how they ended")
        .atMost(LIMIT)
        .until(() -> haveEnded("error", BROKEN) && haveEnded("finished", MACHINES - BROKEN));
  }

  private static boolean haveEnded(String outcome, int number) {
    return PROMETHEUS.seriesWithData(
            "sum(assay_inspections_ended_total{outcome=\"%s\"}) >= %d".formatted(outcome, number))
        > 0;
  }

  /** Inspects all machines, of which the first ones will fail. */
  private static void inspect(List<String> nodes, int failing) {
    nodes.forEach(node -> STACK.api().order(node, "inspect"));
    for (var i = 0; i < MACHINES; i++) {
      STACK.api().awaitState(nodes.get(i), i < failing ? "inspect failed" : "manageable", LIMIT);
    }
  }

  @AfterAll
  static void draw() throws IOException, InterruptedException {
    for (var file : PICTURES ? Dashboards.files() : List.<Path>of()) {
      var name = file.getFileName().toString().replace(".json", ".png");
      var picture = Installation.root().resolve("docs/pictures").resolve(name);
      var drawing =
          new ProcessBuilder(
                  Promtool.FOLDER.resolve("draw").toString(),
                  file.toString(),
                  PROMETHEUS.address(),
                  String.valueOf(PROMETHEUS.minutes()),
                  picture.toString())
              .inheritIO()
              .start();
      assertThat(drawing.waitFor()).as(name).isZero();
    }
  }

  @Test
  void every_panel_of_every_dashboard_has_data() {
    for (var query : Dashboards.queries()) {
      await(query.toString())
          .atMost(Duration.ofSeconds(40))
          .until(() -> PROMETHEUS.seriesWithData(query.sent()) > 0);
    }
  }

  @Test
  void the_dashboards_show_what_happened() {
    assertThat(PROMETHEUS.range("max by (provision_state) (assay_nodes) == " + BROKEN))
        .extracting(series -> series.path("metric").path("provision_state").asText())
        .contains("inspect failed");
    assertThat(
            PROMETHEUS.range(
                "sum by (code) (assay_inspections_ended_total{outcome=\"error\"}) > 0"))
        .extracting(series -> series.path("metric").path("code").asText())
        .containsExactly("BMC_REFUSED");
    await("the callback that nobody waited for is counted")
        .atMost(LIMIT)
        .until(
            () ->
                PROMETHEUS.seriesWithData(
                        "assay_attempts_total{kind=\"callback\", outcome=\"wrong_state\"} == 1")
                    == 1);
    assertThat(PROMETHEUS.seriesWithData("max(assay_conductors{state=\"alive\"}) == 2")).isOne();
  }

  @Test
  void every_alert_is_evaluated_and_none_of_the_critical_ones_fires() {
    await("each rule was evaluated")
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(PROMETHEUS.rules())
                    .hasSameSizeAs(Alerts.all())
                    .allSatisfy(rule -> assertThat(rule.path("health").asText()).isEqualTo("ok")));
    assertThat(PROMETHEUS.range("ALERTS{alertstate=\"firing\", severity=\"critical\"}")).isEmpty();
    for (var alert : Alerts.all()) {
      for (var metric : MetricsPage.namedIn(alert.expression())) {
        assertThat(PROMETHEUS.range("{__name__=~\"%s(_count)?\"}".formatted(metric)))
            .as("%s of alert %s", metric, alert.name())
            .isNotEmpty();
      }
    }
  }

  @Test
  void promtool_finds_no_fault_with_the_metrics_of_any_service() {
    for (var service : services().values().stream().flatMap(List::stream).toList()) {
      assertThat(Promtool.run(Exposed.by(service).text(), "check", "metrics"))
          .as(service.name())
          .isEqualTo(new Promtool.Result(0, ""));
    }
  }

  @Test
  void the_page_lists_exactly_what_each_kind_of_service_exposes() {
    for (var kind : services().entrySet()) {
      var types = new TreeMap<String, String>();
      var labels = new TreeMap<String, Set<String>>();
      for (var service : kind.getValue()) {
        var exposed = Exposed.by(service);
        types.putAll(exposed.types());
        exposed
            .labels()
            .forEach(
                (name, found) -> labels.computeIfAbsent(name, _ -> new TreeSet<>()).addAll(found));
      }
      var rows =
          MetricsPage.rows().stream()
              .filter(row -> row.services().contains(kind.getKey()))
              .toList();

      assertThat(rows)
          .as("docs/metrics.md, service %s", kind.getKey())
          .extracting(row -> "%s %s %s".formatted(row.name(), row.type(), row.labels()))
          .containsExactlyInAnyOrderElementsOf(
              types.entrySet().stream()
                  .map(
                      type ->
                          "%s %s %s"
                              .formatted(type.getKey(), type.getValue(), labels.get(type.getKey())))
                  .toList());
    }
    assertThat(MetricsPage.rows())
        .extracting(Row::services)
        .allSatisfy(services -> assertThat(services).isNotEmpty().isSubsetOf(services().keySet()));
  }

  private static Map<String, List<Service>> services() {
    return Map.of(
        "api", STACK.apis(), "conductor", STACK.conductors(), "pxe-filter", STACK.filters());
  }
}
