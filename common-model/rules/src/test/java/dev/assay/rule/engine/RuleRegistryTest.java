package dev.assay.rule.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.change.ChangeSet;
import dev.assay.error.ErrorCode;
import dev.assay.plugin.PluginRefused;
import dev.assay.plugin.Plugins;
import dev.assay.rule.Argument;
import dev.assay.rule.Phase;
import dev.assay.rule.RuleAction;
import dev.assay.rule.RuleOperator;
import dev.assay.rule.action.Fail;
import dev.assay.rule.operator.Eq;
import dev.assay.testing.TinyJar;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spec rules.md 14: which operators and actions are found. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RuleRegistryTest {
  private static final String ACTION =
      """
      import dev.assay.rule.RuleScope;
      import dev.assay.rule.Argument;
      import dev.assay.rule.ArgumentType;
      import dev.assay.rule.Arguments;
      import dev.assay.rule.ArgumentValues;
      import dev.assay.rule.Path;

      public class Rack implements dev.assay.rule.RuleAction {
        private static final Argument<String> ROW =
            Argument.required("row", ArgumentType.TEXT);

        public String name() {
          return "NAME";
        }

        public Arguments arguments() {
          return Arguments.of(ROW);
        }

        public void run(ArgumentValues given, RuleScope scope) {
          if (given.get(ROW).equals("crash")) {
            throw new IllegalStateException("hunter2 crashed");
          }
          if (given.get(ROW).equals("fail")) {
            throw new dev.assay.error.InspectionFailure(null, null);
          }
          scope.node().set(
              Path.parse("properties/rack"),
              com.fasterxml.jackson.databind.node.TextNode.valueOf(given.get(ROW)));
        }
      }
      """;

  private final Path folder;

  RuleRegistryTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void has_the_operators_and_actions_of_the_specification() {
    var registry = RuleRegistries.with();

    assertThat(registry.operators())
        .containsExactly(
            "contains",
            "eq",
            "gt",
            "in-net",
            "is-empty",
            "is-false",
            "is-none",
            "is-true",
            "lt",
            "matches",
            "one-of");
    assertThat(registry.actions())
        .containsExactly(
            "add-trait",
            "api-call",
            "del-attribute",
            "del-port-attribute",
            "extend-attribute",
            "extend-plugin-data",
            "extend-port-attribute",
            "fail",
            "log",
            "remove-trait",
            "set-attribute",
            "set-capability",
            "set-plugin-data",
            "set-port-attribute",
            "unset-capability",
            "unset-plugin-data");
  }

  @Test
  void every_operator_class_is_listed() throws IOException, URISyntaxException {
    assertListed(RuleOperator.class, Eq.class);
  }

  @Test
  void every_action_class_is_listed() throws IOException, URISyntaxException {
    assertListed(RuleAction.class, Fail.class);
  }

  @Test
  void required_arguments_come_first_in_the_list_form() {
    var registry = RuleRegistries.with();

    assertThat(
            registry.actions().stream()
                .map(name -> registry.action(name).orElseThrow().arguments()))
        .allSatisfy(
            arguments ->
                assertThat(arguments.declared().stream().map(Argument::isRequired).toList())
                    .isSortedAccordingTo((a, b) -> Boolean.compare(b, a)));
  }

  @Test
  void takes_actions_from_plug_ins() throws IOException {
    jar("rack").write(folder.resolve("rack.jar"));
    var registry = new RuleRegistry(Plugins.in(folder), RuleRegistries.config());
    var runner =
        new RuleRunner().does("{\"op\": \"rack\", \"args\": {\"row\": \"{node.driver}\"}}");

    var outcome = run(runner, registry);

    assertThat(outcome).isInstanceOf(RuleOutcome.Done.class);
    assertThat(runner.node.at("/properties/rack").textValue()).isEqualTo("fake-hardware");
    assertThatThrownBy(
            () ->
                CompiledRule.compile(
                    new RuleRunner().does("{\"op\": \"rack\", \"args\": {}}").rules.getFirst(),
                    registry))
        .hasMessage("actions[0] rack: missing required argument(s): row");
  }

  @Test
  void a_plug_in_that_crashes_fails_one_inspection_and_tells_no_secret() throws IOException {
    jar("rack").write(folder.resolve("rack.jar"));
    var registry = new RuleRegistry(Plugins.in(folder), RuleRegistries.config());
    var runner = new RuleRunner().does("{\"op\": \"rack\", \"args\": [\"crash\"]}");

    var outcome = run(runner, registry);

    assertThat(((RuleOutcome.Failed) outcome).sentence())
        .isEqualTo(
            "Failed to apply rule rule-0 to node %s, actions[0]: *** crashed"
                .formatted(Vector.NODE));
  }

  @Test
  void a_plug_in_that_fails_without_a_code_has_one_nevertheless() throws IOException {
    jar("rack").write(folder.resolve("rack.jar"));
    var registry = new RuleRegistry(Plugins.in(folder), RuleRegistries.config());
    var runner = new RuleRunner().does("{\"op\": \"rack\", \"args\": [\"fail\"]}");

    var outcome = run(runner, registry);

    assertThat(((RuleOutcome.Failed) outcome).code()).isEqualTo(ErrorCode.RULE_ACTION_FAILED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "public Arguments arguments() { throw new IllegalStateException(\"hunter2\"); }",
        "public Arguments arguments() { return null; }",
        "public Arguments arguments() { return arguments(); }",
        "public java.util.Optional<String> refusal() { throw new LinkageError(); }",
        "public boolean early() { throw new java.util.NoSuchElementException(); }",
      })
  void a_plug_in_that_crashes_when_a_rule_is_compiled_breaks_that_rule_only(String method)
      throws IOException {
    var early = method.contains("early()") ? "" : "public boolean early() { return true; }";
    var source =
        method.contains(" arguments()")
            ? ACTION.replaceFirst(
                "(?s)public Arguments arguments.*?}\n", Matcher.quoteReplacement(method + early))
            : ACTION.replace("public Arguments", method + early + " public Arguments");
    new TinyJar()
        .source("rack.Rack", source.replace("NAME", "rack"))
        .offers(RuleAction.class, "rack.Rack")
        .write(folder.resolve("rack.jar"));
    var registry = new RuleRegistry(Plugins.in(folder), RuleRegistries.config());
    var rule =
        new RuleRunner()
            .rule("{\"phase\": \"early\", \"actions\": [{\"op\": \"rack\", \"args\": [\"a\"]}]}")
            .rules
            .getFirst();

    var stored = CompiledRule.stored(rule, registry);

    assertThat(stored.actions().getFirst().step().problems())
        .singleElement()
        .asString()
        .startsWith("actions[0]: rack crashed when the rule was compiled: java.")
        .doesNotContain("hunter2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "!eq", "Rack", "a b"})
  void refuses_a_plug_in_whose_name_is_none(String name) throws IOException {
    jar(name).write(folder.resolve("rack.jar"));

    assertThatThrownBy(() -> new RuleRegistry(Plugins.in(folder), RuleRegistries.config()))
        .isInstanceOf(PluginRefused.class)
        .hasMessageContaining("rack.Rack of rack.jar")
        .hasMessageContaining("'" + name + "'");
  }

  @Test
  void refuses_a_plug_in_without_a_name() throws IOException {
    jarWithName("null");

    assertThatThrownBy(() -> new RuleRegistry(Plugins.in(folder), RuleRegistries.config()))
        .isInstanceOf(PluginRefused.class)
        .hasMessageContaining("rack.Rack of rack.jar calls its rule action 'null'");
  }

  @Test
  void refuses_a_plug_in_whose_name_cannot_be_asked() throws IOException {
    jarWithName("java.util.List.of(\"rack\").get(1)");

    assertThatThrownBy(() -> new RuleRegistry(Plugins.in(folder), RuleRegistries.config()))
        .isInstanceOf(PluginRefused.class)
        .hasMessageStartingWith(
            "Rule action rack.Rack of rack.jar threw an exception in name(): java.lang.")
        .hasMessageEndingWith(". Fix the rule action, or remove its jar.");
  }

  private void jarWithName(String expression) throws IOException {
    new TinyJar()
        .source("rack.Rack", ACTION.replace("\"NAME\"", expression))
        .offers(RuleAction.class, "rack.Rack")
        .write(folder.resolve("rack.jar"));
  }

  @Test
  void refuses_a_plug_in_with_a_name_that_is_taken() throws IOException {
    jar("fail").write(folder.resolve("rack.jar"));

    assertThatThrownBy(() -> new RuleRegistry(Plugins.in(folder), RuleRegistries.config()))
        .isInstanceOf(PluginRefused.class)
        .hasMessageContaining(
            "two rule actions called fail: dev.assay.rule.action.Fail (built in) and rack.Rack of rack.jar");
  }

  private static TinyJar jar(String name) {
    return new TinyJar()
        .source("rack.Rack", ACTION.replace("NAME", name))
        .offers(RuleAction.class, "rack.Rack");
  }

  private static RuleOutcome run(RuleRunner runner, RuleRegistry registry) {
    return RuleEngine.run(
        Phase.MAIN,
        List.of(CompiledRule.stored(runner.rules.getFirst(), registry)),
        RuledData.of(
            new ChangeSet(runner.node, List.of(runner.port), runner.pluginData), runner.inventory));
  }

  /**
   * Fails for an implementation, in the package of {@code one}, that the service file does not
   * list; the failure names the line to add.
   */
  private static void assertListed(Class<?> spi, Class<?> one)
      throws IOException, URISyntaxException {
    var services = "META-INF/services/" + spi.getName();
    var listed =
        Files.readAllLines(
            Path.of(Objects.requireNonNull(one.getClassLoader().getResource(services)).toURI()));
    var file = Objects.requireNonNull(one.getResource(one.getSimpleName() + ".class"));
    try (var files = Files.list(Path.of(file.toURI()).getParent())) {
      var found =
          files
              .map(it -> it.getFileName().toString())
              .filter(name -> name.endsWith(".class") && !name.contains("$"))
              .map(name -> "%s.%s".formatted(one.getPackageName(), name.replace(".class", "")))
              .filter(name -> isA(spi, name))
              .toList();
      assertThat(listed).as("lines of " + services).containsExactlyInAnyOrderElementsOf(found);
    }
  }

  private static boolean isA(Class<?> spi, String name) {
    try {
      return spi.isAssignableFrom(Class.forName(name));
    } catch (ClassNotFoundException e) {
      throw new LinkageError(name, e);
    }
  }
}
