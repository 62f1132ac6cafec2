package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.stack.AllInOne;
import dev.assay.stack.ApiClient;
import dev.assay.stack.Stack;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that every process has the same rules, as separate services and in the all-in-one process.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class InspectionRulesIT {
  private static final String RULES = "/v1/inspection_rules";
  private static final Map<String, Object> RULE =
      Map.of("actions", List.of(Map.of("op", "log", "args", Map.of("msg", "x"))));
  private static final Pattern REVISION =
      Pattern.compile("^assay_rules_revision(?:\\{[^}]*})? ([0-9.]+)", Pattern.MULTILINE);

  /**
   * The option for the polling interval; a long one leaves only announcements to spread a change.
   */
  private static final String RECONCILE = "assay.inspection-rules.reconcile-interval";

  private final Path folder;

  InspectionRulesIT(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void a_change_is_heard_within_a_second_by_every_API_and_conductor() {
    try (var stack =
        Stack.named("rules").apis(2).conductors(2).filters(1).set(RECONCILE, "1h").start()) {
      var metrics =
          Stream.of(stack.apis(), stack.conductors())
              .flatMap(List::stream)
              .<Callable<String>>map(service -> () -> service.text("/q/metrics"))
              .toList();
      assertThat(metrics).hasSize(4);

      changesAreInForceWithinASecond(stack.api(), metrics);
    }
  }

  @Test
  void a_change_that_nobody_hears_is_found() throws Exception {
    try (var stack = Stack.named("rules-unheard").ownBroker().set(RECONCILE, "200ms").start()) {
      stack.broker().process().kill();
      var conductor = stack.conductors().getFirst();
      var before = revision(conductor.text("/q/metrics"));

      stack.api().post(RULES, RULE).require(201);

      await()
          .atMost(Duration.ofSeconds(5))
          .until(() -> revision(conductor.text("/q/metrics")) > before);
    }
  }

  @Test
  void a_change_is_in_force_within_a_second_in_the_all_in_one() {
    try (var assay = AllInOne.start(folder, Map.of(RECONCILE, "1h"))) {
      changesAreInForceWithinASecond(
          assay.api(), List.of(() -> assay.api().get("/q/metrics").body()));
    }
  }

  @Test
  void a_built_in_rule_that_is_wrong_stops_the_start_and_says_where() throws Exception {
    var file = folder.resolve("rules.yaml");
    Files.writeString(file, "- uuid: odd\n  actions:\n  - {op: reboot, args: {}}\n");
    var log = folder.resolve("refused.log");

    try (var command =
        AllInOne.command(
            log,
            "serve",
            "--data",
            folder.resolve("data").toString(),
            "--set",
            "assay.inspection-rules.built-in=" + file)) {
      assertThat(command.launch().awaitExit(Duration.ofMinutes(1))).isEqualTo(1);
    }

    assertThat(Files.readAllLines(log).getLast())
        .startsWith("The service does not start: ")
        .contains(file.toString(), "rule 1 (line 1) odd", "'reboot' is not one of");
  }

  private static void changesAreInForceWithinASecond(
      ApiClient api, List<Callable<String>> metrics) {
    var before = of(metrics.getFirst());
    heard(metrics, before, Duration.ofSeconds(10));

    var uuid = api.post(RULES, RULE).require(201).json().path("uuid").asText();
    heard(metrics, before + 1, Duration.ofSeconds(10)); // classes are loaded at first

    var patch = List.of(Map.of("op", "add", "path", "/priority", "value", 7));
    api.patch(RULES + "/" + uuid, patch).require(200);
    heard(metrics, before + 2, Duration.ofSeconds(1));

    api.delete(RULES + "/" + uuid).require(204);
    heard(metrics, before + 3, Duration.ofSeconds(1));
  }

  private static void heard(List<Callable<String>> metrics, double revision, Duration within) {
    await("every process has the change")
        .atMost(within)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> metrics.stream().allMatch(process -> of(process) == revision));
  }

  private static double of(Callable<String> metrics) {
    try {
      return revision(metrics.call());
    } catch (Exception e) { // declared by Callable
      throw new IllegalStateException("a process does not tell its metrics", e);
    }
  }

  private static double revision(String metrics) {
    var found = REVISION.matcher(metrics);
    assertThat(found.find()).as(metrics).isTrue();
    return Double.parseDouble(found.group(1));
  }
}
