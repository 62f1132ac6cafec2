package dev.assay.scenario;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.machine.PowerState;
import dev.assay.stack.AllInOne;
import dev.assay.stack.ApiClient;
import dev.assay.stack.FreePorts;
import dev.assay.stack.Stack;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/**
 * Tests the steps of docs/extending.md exactly as written, as separate services and in the
 * all-in-one process.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PluginIT {
  private static final String LOADED = "Plug-in rack.jar: hooks rack.";
  private static final Pattern LIBRARY_OF_TESTS =
      Pattern.compile("junit-|assertj-|apiguardian-|opentest4j-");

  /** Where the page was followed once; each test gets a copy. */
  private static Path followed = Path.of("");

  private final Path folder;
  private final ExtendingPage page;

  PluginIT(@TempDir Path folder) throws IOException {
    this.folder = folder;
    page = ExtendingPage.read();
  }

  @BeforeAll
  static void follow_the_page(@TempDir Path folder) throws Exception {
    followed = folder;
    ExtendingPage.read().follow(followed);
  }

  @BeforeEach
  void copy_what_the_page_makes() throws IOException {
    try (var files = Files.walk(followed)) {
      for (var file : files.skip(1).toList()) {
        Files.copy(file, folder.resolve(followed.relativize(file)));
      }
    }
  }

  @Test
  void the_example_runs_in_the_all_in_one_from_the_folder_it_was_started_in() throws Exception {
    try (var assay = AllInOne.start(folder, page.settings());
        var rack = rack(assay.address())) {
      createRule(assay.api());
      inspect(assay.api(), rack);

      shows_what_the_page_shows(assay.api());
      assertThat(Files.readString(assay.process().log())).contains(LOADED);
    }
  }

  @Test
  void the_example_runs_in_services_of_their_own_and_a_broken_jar_stops_the_conductor()
      throws Exception {
    // All services may share one configuration, even options that only some of them read.
    var plan = Stack.named("plugin").filters(1).set("assay.inspector.power-off", true);
    plan.set("assay.plugins.folder", folder.resolve("plugins"));
    page.settings().forEach(plan::set);
    try (var stack = plan.start();
        var rack = rack(stack.api().address())) {
      createRule(stack.api());
      inspect(stack.api(), rack);
      var conductor = stack.conductors().getFirst().process();

      shows_what_the_page_shows(stack.api());
      assertThat(Files.readString(conductor.log())).contains(LOADED);

      conductor.stop();
      var broken = Files.writeString(folder.resolve("plugins/broken.jar"), "half a jar");
      assertThat(conductor.launch().awaitExit(Duration.ofSeconds(60))).isNotZero();
      assertThat(conductor.tail().lines().toList().getLast())
          .startsWith("Plug-in %s cannot be read as a jar (".formatted(broken))
          .endsWith("): copy it again, or take it away.");

      Files.delete(broken);
      conductor.start();
    }
  }

  @Test
  void a_hook_that_is_in_no_list_is_told() throws Exception {
    try (var assay = AllInOne.start(folder, Map.of())) {
      assertThat(Files.readString(assay.process().log()))
          .contains("Plug-in rack.jar: hooks rack; in no list of hooks, so not run: rack (add to");
    }
  }

  @Test
  void two_jars_with_the_same_hook_stop_the_start_with_a_sentence_at_the_end() throws Exception {
    var plugins = folder.resolve("plugins");
    Files.copy(plugins.resolve("rack.jar"), plugins.resolve("rack-1.jar"));

    assertThat(refusal(Map.of()))
        .isEqualTo(
            "The service does not start: Two hooks have the name rack: org.example.rack.RackHook of"
                + " rack-1.jar and org.example.rack.RackHook of rack.jar. Rename one, or remove its"
                + " jar.");
  }

  @Test
  void options_that_the_example_refuses_stop_the_start_with_its_sentence() throws Exception {
    var settings = page.settings();
    settings.put("assay.inspector.hook-options.rack.serial-prefixes", "7");

    assertThat(refusal(settings))
        .endsWith(
            "assay.inspector.hook-options.rack.serial-prefixes is \"7\": \"7\" is not of the form"
                + " PREFIX:RACK, such as CZ:r07");
  }

  @ParameterizedTest
  @CsvSource({
    ", org.example.rack.RackHookTest",
    "rules, org.example.firmware.OlderThanTest",
    "rules, org.example.firmware.DefaultPropertyTest"
  })
  void the_tests_of_the_examples_pass(@Nullable String part, String name) throws Exception {
    var example = part == null ? folder : folder.resolve(part);
    var classes = example.resolve("classes");
    var path = new ArrayList<Path>();
    path.add(classes);
    path.add(ExtendingPage.contracts());
    path.addAll(ExtendingPage.jars());
    var test = example.resolve("test/%s.java".formatted(name.replace('.', '/'))).toString();
    var compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", classes.toString(), "-cp", classPath(path), test);
    assertThat(compiled).isZero();

    var summary = new SummaryGeneratingListener();
    try (var loader = new URLClassLoader(urls(path))) {
      var request =
          LauncherDiscoveryRequestBuilder.request()
              .selectors(selectClass(loader.loadClass(name)))
              .build();
      LauncherFactory.create().execute(request, summary);
    }
    var failures = new StringWriter();
    summary.getSummary().printFailuresTo(new PrintWriter(failures));
    assertThat(failures).hasToString("");
    assertThat(summary.getSummary().getTestsSucceededCount()).isGreaterThan(10);
  }

  /** A rack with the same machines as the demo, which boot faster. */
  private static Rack rack(String address) {
    return Rack.of(
            RackPlan.to(address + "/v1/continue_inspection")
                .apiUrl(address)
                .machines(8)
                .seed(1)
                .bootTime(Duration.ofSeconds(1))
                .powerDelay(Duration.ofMillis(20))
                .timeScale(0.02)
                .build())
        .start();
  }

  private void createRule(ApiClient api) throws IOException {
    api.version("latest").post("/v1/inspection_rules", page.rule()).require(201);
  }

  /** Inspects the machine that the page uses. */
  private static void inspect(ApiClient api, Rack rack) {
    var machine = rack.machines().getFirst();
    assertThat(machine.name()).isEqualTo("rack1-u01");
    var node = Enrolment.enrolAndManage(api, machine);
    api.order(node, "inspect");
    api.awaitState(node, "manageable");
    // A service that stops would wait for the answers of a BMC that is gone with its rack.
    await("the machine is off")
        .atMost(Duration.ofSeconds(30))
        .until(() -> machine.powerState() == PowerState.OFF);
  }

  private void shows_what_the_page_shows(ApiClient api) {
    var answers =
        page.questions().stream()
            .map(path -> api.version("latest").get(path).require(200).json())
            .toList();
    assertThat(answers).hasSize(2);

    var properties = answers.getFirst().path("properties");
    assertThat(properties.path("rack").asText()).isEqualTo("r07");
    assertThat(properties.path("capabilities").asText()).isEqualTo("rack:r07");
    assertThat(properties.path("firmware_update").asText()).isEqualTo("needed");
    assertThat(answers.getLast().path("trace").path("hooks"))
        .filteredOn(run -> run.path("hook").asText().equals("rack"))
        .last()
        .satisfies(
            run -> {
              assertThat(run.path("part").asText()).isEqualTo("process");
              assertThat(run.path("changes").valueStream().map(JsonNode::asText))
                  .containsExactly(
                      "property rack set to \"r07\"", "property capabilities set to \"rack:r07\"");
              assertThat(run.path("warnings")).isEmpty();
            });
  }

  /** The last line that {@code serve} prints before it exits. */
  private String refusal(Map<String, String> settings) throws IOException {
    var words = new ArrayList<>(List.of("serve", "--port", "" + FreePorts.next()));
    words.addAll(List.of("--data", folder.resolve("data").toString()));
    words.addAll(List.of("--set", "assay.plugins.folder=" + folder.resolve("plugins")));
    settings.forEach((name, value) -> words.addAll(List.of("--set", name + "=" + value)));
    var log = folder.resolve("refused.log");
    try (var command = AllInOne.command(log, words.toArray(String[]::new))) {
      assertThat(command.launch().awaitExit(Duration.ofMinutes(1))).isEqualTo(1);
    }
    return Files.readAllLines(log).getLast();
  }

  /** Adds JUnit and AssertJ from the class path of this process, and nothing else of it. */
  private static String classPath(List<Path> path) {
    var libraries =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .map(Path::of)
            .filter(jar -> LIBRARY_OF_TESTS.matcher(jar.getFileName().toString()).lookingAt());
    return Stream.concat(path.stream(), libraries)
        .map(Path::toString)
        .collect(joining(File.pathSeparator));
  }

  private static URL[] urls(List<Path> path) throws IOException {
    var urls = new URL[path.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = path.get(i).toUri().toURL();
    }
    return urls;
  }
}
