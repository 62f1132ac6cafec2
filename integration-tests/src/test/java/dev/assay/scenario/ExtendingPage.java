package dev.assay.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.stack.Installation;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Extracts the files and commands of docs/extending.md and uses them as a reader would. */
final class ExtendingPage {
  private static final Pattern FILE =
      Pattern.compile(
          "`((?:rules/)?(?:src|test)/[^`]+)`[^\n]*:\n\n```\\w*\n(.*?)```", Pattern.DOTALL);
  private static final Pattern COMMANDS = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);
  private static final Pattern RULE = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL);
  private static final Pattern QUESTION =
      Pattern.compile("curl -s -H '[^:]+: latest' \\\\\n +'http://127\\.0\\.0\\.1:6385([^']+)'");
  private static final Pattern SETTING = Pattern.compile("--set '?([^=\\s']+)=([^'\\s]+)");

  private static final Pattern COMPILED_AGAINST =
      Pattern.compile("dev\\.assay\\.plugin-api-|com\\.fasterxml\\.jackson\\.core\\.");

  private final String text;

  private ExtendingPage(String text) {
    this.text = text;
  }

  static ExtendingPage read() throws IOException {
    return new ExtendingPage(Files.readString(Installation.root().resolve("docs/extending.md")));
  }

  /** The folder with all jars of Assay: the page's {@code $ASSAY_LIB}. */
  private static Path library() {
    return Installation.application("deploy/standalone").resolveSibling("lib/main");
  }

  /** The jars of it that the page compiles against. */
  static List<Path> jars() throws IOException {
    try (var files = Files.list(library())) {
      return files
          .filter(file -> COMPILED_AGAINST.matcher(file.getFileName().toString()).lookingAt())
          .sorted()
          .toList();
    }
  }

  /** The jar with the contract tests. */
  static Path contracts() throws IOException {
    try (var files = Files.list(Installation.root().resolve("common-model/plugin-api/target"))) {
      return files.filter(file -> file.toString().endsWith("-tests.jar")).findAny().orElseThrow();
    }
  }

  /** Writes the files and runs the commands, which put two jars into {@code folder/plugins}. */
  void follow(Path folder) throws IOException, InterruptedException {
    for (var file : FILE.matcher(text).results().toList()) {
      var path = folder.resolve(file.group(1));
      Files.createDirectories(path.getParent());
      Files.writeString(path, file.group(2));
    }
    var commands =
        COMMANDS.matcher(text).results().map(block -> block.group(1)).collect(Collectors.joining());
    var shell =
        new ProcessBuilder("sh", "-eu", "-c", commands)
            .directory(folder.toFile())
            .redirectErrorStream(true);
    shell.environment().put("ASSAY_LIB", library().toString());
    shell
        .environment()
        .merge(
            "PATH",
            Installation.java().resolveSibling("").toString(),
            (old, jdk) -> jdk + File.pathSeparator + old);
    var process = shell.start();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).as("what the commands print").isEmpty();
    assertThat(folder.resolve("plugins/rack.jar")).exists();
    assertThat(folder.resolve("plugins/firmware.jar")).exists();
  }

  /** The configuration options with which the page starts Assay. */
  Map<String, String> settings() {
    return SETTING
        .matcher(text)
        .results()
        .collect(
            Collectors.toMap(
                setting -> setting.group(1),
                setting -> setting.group(2),
                (a, _) -> a,
                TreeMap::new));
  }

  /** The rule of the page, in JSON. */
  JsonNode rule() throws IOException {
    var rules = RULE.matcher(text).results().map(block -> block.group(1)).toList();
    assertThat(rules).hasSize(1);
    return new ObjectMapper().readTree(rules.getFirst());
  }

  /**
   * The paths that the page requests from the API at version "latest": the node, then its latest
   * inspection.
   */
  List<String> questions() {
    return QUESTION.matcher(text).results().map(question -> question.group(1)).toList();
  }
}
