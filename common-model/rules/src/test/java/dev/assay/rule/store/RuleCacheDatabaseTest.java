package dev.assay.rule.store;

import static dev.assay.rule.Phase.EARLY;
import static dev.assay.rule.Phase.MAIN;
import static dev.assay.rule.Phase.PREPROCESS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.connection.DatabaseOutage;
import dev.assay.liveness.Loops;
import dev.assay.rule.Phase;
import dev.assay.rule.definition.Action;
import dev.assay.rule.definition.Rule;
import dev.assay.rule.engine.CompiledRule;
import dev.assay.rule.engine.RuleRegistry;
import dev.assay.rule.engine.RulesConfig;
import dev.assay.testing.EmbeddedDatabase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.hibernate.Session;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how the rule cache of a process follows changes made by other processes. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class RuleCacheDatabaseTest {
  private static final String NEVER = "1h";
  private static final String BUILT_IN =
      """
      - description: built in, in the middle
        priority: 5
        actions: [{op: log, args: {msg: x}}]
      - description: built in, above all
        priority: 10001
        actions: [{op: log, args: {msg: x}}]
      - description: built in, below all
        priority: -1
        actions: [{op: log, args: {msg: x}}]
      """;

  @Inject StoredRules stored;
  @Inject StoredRulesFixture given;
  @Inject RuleRegistry registry;
  @Inject Session database;
  @Inject DatabaseOutage outage;

  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  private Path folder;
  private RuleCache live;

  @BeforeEach
  void clear(@TempDir Path folder) {
    this.folder = folder;
    given.clear();
    live = process(NEVER, "");
  }

  @AfterEach
  void stop() {
    live.stop(new ShutdownEvent());
  }

  @Test
  void a_process_starts_with_what_is_there() {
    given.add("early", 0, EARLY);
    given.add("preprocess", 0, PREPROCESS);
    given.add("main", 0, MAIN);

    live.start(new StartupEvent());

    assertThat(descriptions(EARLY)).containsExactly("early");
    assertThat(descriptions(PREPROCESS)).containsExactly("preprocess");
    assertThat(descriptions(MAIN)).containsExactly("main");
  }

  @Test
  void built_in_rules_come_behind_stored_ones_of_their_priority() throws IOException {
    live = process(NEVER, BUILT_IN);
    given.add("first", 5, MAIN);
    given.add("second", 5, MAIN);
    given.add("above", 9999, MAIN);
    given.add("below", 0, MAIN);

    live.start(new StartupEvent());

    assertThat(descriptions(MAIN))
        .containsExactly(
            "built in, above all",
            "above",
            "first",
            "second",
            "built in, in the middle",
            "below",
            "built in, below all");
  }

  @Test
  void who_catches_up_has_what_was_committed_before() {
    live.start(new StartupEvent());
    given.add("new", 0, MAIN);

    run(live::catchUp);
    assertThat(descriptions(MAIN)).containsExactly("new");

    given.clear();
    run(live::catchUp);
    assertThat(descriptions(MAIN)).isEmpty();
  }

  @Test
  void who_is_told_of_a_change_has_it() {
    live.start(new StartupEvent());
    var uuid = given.add("new", 0, MAIN);
    assertThat(descriptions(MAIN)).isEmpty();

    live.refresh();
    assertThat(descriptions(MAIN)).containsExactly("new");

    run(
        () -> {
          var rule = stored.findForUpdate(uuid).orElseThrow();
          rule.update(StoredRulesFixture.rule(uuid, "changed", 0, MAIN), StoredRulesFixture.NOW);
          stored.write();
        });
    live.refresh();
    assertThat(descriptions(MAIN)).containsExactly("changed");

    run(stored::removeAll);
    live.refresh();
    assertThat(descriptions(MAIN)).isEmpty();
  }

  @Test
  void a_rule_runs_as_long_as_it_is_enabled() throws IOException {
    live = process(NEVER, "- {description: file, enabled: false, actions: [{op: log, args: [x]}]}");
    var uuid = UUID.randomUUID();
    given.add(StoredRulesFixture.rule(uuid, "waits", 0, MAIN, false));
    given.add("early", 0, EARLY);

    live.start(new StartupEvent());
    assertThat(descriptions(MAIN)).isEmpty();

    run(
        () -> {
          var rule = stored.findForUpdate(uuid).orElseThrow();
          rule.update(StoredRulesFixture.rule(uuid, "runs", 0, MAIN, true), StoredRulesFixture.NOW);
          stored.write();
        });
    live.refresh();
    assertThat(descriptions(MAIN)).containsExactly("runs");
    assertThat(live.all()).containsExactly(live.of(EARLY).getFirst(), live.of(MAIN).getFirst());
  }

  @Test
  void who_is_not_told_finds_out() {
    live = process("50ms", "");
    live.start(new StartupEvent());

    given.add("unheard", 0, MAIN);

    await().untilAsserted(() -> assertThat(descriptions(MAIN)).containsExactly("unheard"));
  }

  @Test
  void a_change_counts_once_it_is_committed() {
    live.start(new StartupEvent());
    run(
        () -> {
          var rule = StoredRulesFixture.rule(UUID.randomUUID(), "late", 0, MAIN);
          stored.add(new StoredRule(rule, StoredRulesFixture.NOW));
          live.refresh();
          assertThat(descriptions(MAIN)).isEmpty();
        });

    live.refresh();

    assertThat(descriptions(MAIN)).containsExactly("late");
  }

  @Test
  void nothing_is_compiled_again_while_nothing_changes() {
    given.add("same", 0, MAIN);
    live.start(new StartupEvent());
    var compiled = live.of(MAIN).getFirst();

    live.refresh();

    assertThat(live.of(MAIN)).singleElement().isSameAs(compiled);
  }

  @Test
  void a_rule_that_nobody_understands_any_more_does_not_stop_the_process() {
    var known = StoredRulesFixture.rule(UUID.randomUUID(), "of a plug-in that is gone", 0, MAIN);
    var actions = Action.list(StoredRulesFixture.json("[{\"op\":\"gone\",\"args\":{}}]"));
    given.add(
        new Rule(
            known.uuid(),
            known.description(),
            0,
            null,
            false,
            true,
            MAIN,
            List.of(),
            actions,
            false));

    live.start(new StartupEvent());

    assertThat(descriptions(MAIN)).containsExactly("of a plug-in that is gone");
  }

  @Test
  void a_rule_of_a_phase_that_only_a_newer_version_knows_is_left_out() {
    given.add("known", 0, MAIN);
    var uuid = given.add("newer", 0, MAIN);
    run(
        () ->
            database
                .createNativeMutationQuery(
                    "update inspection_rule set phase = 'late' where uuid = ?1")
                .setParameter(1, uuid)
                .executeUpdate());

    live.start(new StartupEvent());

    assertThat(
            StoredRulesFixture.descriptions(live.all().stream().map(CompiledRule::rule).toList()))
        .containsExactly("known");
  }

  @Test
  void a_metric_tells_which_rules_a_process_runs() {
    live.start(new StartupEvent());
    var before = metrics.get("assay.rules.revision").gauge().value();

    given.add("counted", 0, MAIN);
    live.refresh();

    assertThat(metrics.get("assay.rules.revision").gauge().value()).isEqualTo(before + 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"priority: 1", "- actions: []", "- [", "- actions: [{op: x, args: {}}]"})
  void a_file_that_cannot_be_used_stops_the_process_with_a_sentence(String content) {
    assertThatThrownBy(() -> process(NEVER, content))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("assay.inspection-rules.built-in")
        .hasMessageContaining(folder.resolve("rules.yaml").toString());
  }

  private List<String> descriptions(Phase phase) {
    return StoredRulesFixture.descriptions(
        live.of(phase).stream().map(CompiledRule::rule).toList());
  }

  /** A cache with this poll interval, and with this file of built-in rules unless it is empty. */
  private RuleCache process(String reconcileInterval, String builtIn) {
    var config =
        builtIn.isEmpty()
            ? config(Map.of("assay.inspection-rules.reconcile-interval", reconcileInterval))
            : config(
                Map.of(
                    "assay.inspection-rules.reconcile-interval",
                    reconcileInterval,
                    "assay.inspection-rules.built-in",
                    file(builtIn).toString()));
    return new RuleCache(
        stored, new BuiltInRules(config, registry), registry, config, outage, metrics, new Loops());
  }

  private Path file(String content) {
    try {
      return Files.writeString(folder.resolve("rules.yaml"), content);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static RulesConfig config(Map<String, String> properties) {
    return new SmallRyeConfigBuilder()
        .addDefaultInterceptors()
        .addDiscoveredConverters()
        .withSources(new PropertiesConfigSource(properties, "test", 100))
        .withMapping(RulesConfig.class)
        .build()
        .getConfigMapping(RulesConfig.class);
  }

  private static void run(Runnable work) {
    QuarkusTransaction.requiringNew().run(work);
  }
}
