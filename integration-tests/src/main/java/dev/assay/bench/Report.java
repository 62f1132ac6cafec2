package dev.assay.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.management.OperatingSystemMXBean;
import dev.assay.stack.Installation;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The option {@code --json}, with which a benchmark also writes its figures as one JSON document,
 * together with all that is needed to repeat the run: options, commit and machine.
 */
public final class Report {
  private static final String STANDARD_OUTPUT = "-";
  private static final ObjectWriter JSON =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .build()
          .writerWithDefaultPrettyPrinter();

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec benchmark;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description =
          "Write the figures as JSON; - for the standard output, tables then go to standard error.")
  private @Nullable String file;

  /**
   * The document.
   *
   * @param commit that is checked out; null when git cannot tell
   * @param dirty whether there are changes that are not committed; null when git cannot tell
   */
  private record Document(
      String benchmark,
      String date,
      @Nullable String commit,
      @Nullable Boolean dirty,
      Machine machine,
      Map<String, Object> options,
      Object figures) {}

  private record Machine(int processors, long memoryMib, String os, String java) {
    static Machine here() {
      var system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
      return new Machine(
          system.getAvailableProcessors(),
          system.getTotalMemorySize() >> 20,
          "%s %s %s".formatted(system.getName(), system.getVersion(), system.getArch()),
          System.getProperty("java.vendor.version") + ", " + System.getProperty("java.vm.version"));
    }
  }

  /** Where the tables for people go. */
  public PrintStream text() {
    return STANDARD_OUTPUT.equals(file) ? System.err : System.out;
  }

  /**
   * Writes the document if it was asked for.
   *
   * @param figures a record or map; names of its members end with their unit
   */
  public void write(Object figures) {
    if (file == null) {
      return;
    }
    var spec = Objects.requireNonNull(benchmark, "not parsed by picocli");
    var changes = git("status", "--porcelain");
    var document =
        new Document(
            spec.name().substring(spec.name().lastIndexOf('/') + 1),
            Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
            git("rev-parse", "HEAD"),
            changes == null ? null : !changes.isEmpty(),
            Machine.here(),
            options(spec),
            figures);
    try {
      var text = JSON.writeValueAsString(document);
      if (STANDARD_OUTPUT.equals(file)) {
        System.out.println(text);
      } else {
        Files.writeString(Path.of(file), text + "\n");
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  /** The values of all options, given or default, by their name without the hyphens before it. */
  private static Map<String, Object> options(CommandSpec spec) {
    var values = new LinkedHashMap<String, Object>();
    for (var option : spec.options()) {
      Object value = option.getValue();
      if (value != null && !option.usageHelp() && !option.longestName().equals("--json")) {
        values.put(option.longestName().substring(2), plain(value));
      }
    }
    return values;
  }

  private static Object plain(Object value) {
    return switch (value) {
      case Number number -> number;
      case Boolean truth -> truth;
      case Collection<?> several -> several.stream().map(Report::plain).toList();
      default -> value.toString();
    };
  }

  /** What git prints, null when it fails: the sources need not be a clone. */
  private static @Nullable String git(String... arguments) {
    var command = new ArrayList<String>();
    command.add("git");
    command.addAll(List.of(arguments));
    try {
      var process =
          new ProcessBuilder(command)
              .directory(Installation.root().toFile())
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      var printed = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      return process.waitFor() == 0 ? printed : null;
    } catch (IOException _) {
      return null;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return null;
    }
  }
}
