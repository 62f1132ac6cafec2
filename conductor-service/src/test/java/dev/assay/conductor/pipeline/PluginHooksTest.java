package dev.assay.conductor.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.conductor.hook.PortsHook;
import dev.assay.hook.InspectionHook;
import dev.assay.plugin.PluginRefused;
import dev.assay.plugin.Plugins;
import dev.assay.testing.TinyJar;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Hooks from plug-in jars next to the built-in ones. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PluginHooksTest {
  private final Path folder;

  PluginHooksTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void join_the_built_in_hooks() throws IOException {
    jar("a.jar", "one.Hook", "\"rack\"", "java.util.List.of(\"validate-interfaces\")");
    var hooks = Hooks.installed(Plugins.in(folder));

    assertThat(hooks.names()).contains("rack").containsAll(Hooks.installed().names());
    assertThat(hooks.byPlugin()).isEqualTo(Map.of("a.jar", List.of("rack")));
    assertThat(pipeline("$default_hooks,rack", hooks).names()).endsWith("architecture", "rack");
    assertThatThrownBy(() -> pipeline("rack,$default_hooks", hooks))
        .hasMessageContaining("Hook rack requires these missing hooks to be enabled before it");
  }

  @Test
  void are_not_run_unless_they_are_listed() throws IOException {
    jar("a.jar", "one.Hook", "\"rack\"", "java.util.List.of()");

    assertThat(pipeline("$default_hooks", Hooks.installed(Plugins.in(folder))).names())
        .doesNotContain("rack");
  }

  @Test
  void are_missed_with_the_folder_where_they_were_looked_for() {
    var hooks = Hooks.installed(Plugins.in(folder));

    assertThatThrownBy(() -> pipeline("rack", hooks))
        .hasMessageContaining("missing or failed to load: rack")
        .hasMessageContaining("(plug-ins are looked for in %s)".formatted(folder));
  }

  @Test
  void must_not_have_the_name_of_another_jar_s_hook() throws IOException {
    jar("a.jar", "one.Hook", "\"rack\"", "java.util.List.of()");
    jar("b.jar", "two.Hook", "\"rack\"", "java.util.List.of()");

    refused("Two hooks have the name rack: one.Hook of a.jar and two.Hook of b.jar.");
  }

  @Test
  void must_not_have_the_name_of_a_built_in_hook() throws IOException {
    jar("a.jar", "one.Hook", "\"ports\"", "java.util.List.of()");

    refused(
        "Two hooks have the name ports: %s (built in) and one.Hook of a.jar."
            .formatted(PortsHook.class.getName()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "Rack", "rack_name", "-rack", "rack-", "a--b", "a,b", "räck", "$rack"})
  void must_have_a_name_that_can_be_listed(String name) throws IOException {
    jar("a.jar", "one.Hook", '"' + name + '"', "java.util.List.of()");

    refused(
        "Hook one.Hook of a.jar has the name \"%s\": name() must answer lower-case"
            .formatted(name));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "null | java.util.List.of() | has the name null: name() must answer",
        "fail() | java.util.List.of() | threw an exception in name():"
            + " java.lang.IllegalStateException: no rack",
        "\"rack\" | null | answers null to after(): it must be a list",
        "\"rack\" | java.util.Arrays.asList(\"ports\", null) | answers [ports, null] to after()",
        "\"rack\" | fail() | threw an exception in after():"
            + " java.lang.IllegalStateException: no rack"
      })
  void must_answer_what_they_are_asked(String name, String after, String why) throws IOException {
    jar("a.jar", "one.Hook", name, after);

    refused("Hook one.Hook of a.jar " + why);
  }

  private void refused(String why) {
    var plugins = Plugins.in(folder);
    assertThatThrownBy(() -> Hooks.installed(plugins))
        .isInstanceOf(PluginRefused.class)
        .hasMessageContaining(why);
  }

  private static Pipeline pipeline(String hooks, Hooks known) {
    return Settings.pipeline(Map.of("assay.inspector.hooks", hooks), known);
  }

  /** With what {@code name()} and {@code after()} answer, as Java. */
  private void jar(String file, String type, String name, String after) throws IOException {
    new TinyJar()
        .source(
            type,
            """
            public class Hook implements dev.assay.hook.InspectionHook {
              public String name() { return %s; }
              public java.util.List<String> after() { return %s; }
              private static <T> T fail() { throw new IllegalStateException("no rack"); }
            }
            """
                .formatted(name, after))
        .offers(InspectionHook.class, type)
        .write(folder.resolve(file));
  }
}
