package dev.assay.bench;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.conductor.pipeline.Pipeline;
import dev.assay.simulator.Rack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Trains the dictionary with which stored JSON texts are compressed, from the texts of inspections
 * of simulated machines and of sample callbacks, with the program zstd. Source:
 * docs/decisions/0068.
 */
@Command(
    name = "integration-tests/dictionary",
    description = "Trains a dictionary for the compression of stored JSON texts.")
public final class Dictionary implements Callable<Integer> {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** As ramdisks write JSON, with a space after each colon and comma. */
  private static final ObjectWriter SPACED = JSON.writer(new Spaces());

  @Parameters(paramLabel = "FILE", description = "Where the dictionary is written.")
  Path file = Path.of("dictionary");

  @Option(names = "--id", required = true, description = "Number of the dictionary, used once.")
  int id;

  @Option(
      names = "--size",
      paramLabel = "1024..1000000",
      description = "Bytes of the dictionary (default: ${DEFAULT-VALUE}).")
  int size = 32_768;

  @Option(
      names = "--machines",
      paramLabel = "1..5000",
      description = "Simulated machines (default: ${DEFAULT-VALUE}).")
  int machines = 300;

  @Option(names = "--samples", description = "Folder with sample callbacks, *.json.")
  Path samples = Path.of("common-model/src/test/resources/samples");

  private final List<byte[]> texts = new ArrayList<>();

  Dictionary() {}

  /** Exits with 0 when the dictionary was written. */
  public static void main(String... arguments) {
    BenchmarkCommand.run(new Dictionary(), arguments);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    var bodies = new Bodies();
    bodies.logsEvery = 0;
    bodies.seed = id; // other machines than those of the benchmarks
    var hooks = BenchmarkHooks.all();
    try (var rack = Rack.of(bodies.rack("http://127.0.0.1/nowhere", machines))) {
      for (var machine : rack.machines()) {
        add(bodies.of(machine, texts.size()), hooks);
      }
    }
    try (var files = Files.newDirectoryStream(samples, "0?-*[!d].json")) {
      for (var sample : files) {
        add(Files.readAllBytes(sample), hooks);
      }
    }
    return train();
  }

  /** Adds the documents of one inspection; half of the ramdisks send no spaces. */
  private void add(byte[] body, Pipeline hooks) throws IOException {
    var found = FoundDocuments.of(body, hooks);
    var sent = (ObjectNode) JSON.readTree(body);
    var inventory = sent.remove("inventory");
    for (var part : List.<JsonNode>of(inventory, sent)) {
      texts.add(SPACED.writeValueAsBytes(part));
      texts.add(JSON.writeValueAsBytes(part));
    }
    texts.add(found.pluginData().text().orElseThrow().json());
    texts.add(found.trace().text().orElseThrow().json());
  }

  private int train() throws IOException, InterruptedException {
    var folder = Files.createTempDirectory("assay-dictionary");
    var command = new ArrayList<>(List.of("zstd", "--train", "-r", folder.toString(), "-f"));
    command.addAll(List.of("--maxdict=" + size, "--dictID=" + id, "-o", file.toString()));
    try {
      for (int i = 0; i < texts.size(); i++) {
        Files.write(folder.resolve("%05d.json".formatted(i)), texts.get(i));
      }
      return new ProcessBuilder(command).inheritIO().start().waitFor();
    } finally {
      try (var all = Files.newDirectoryStream(folder)) {
        for (var text : all) {
          Files.delete(text);
        }
      }
      Files.delete(folder);
    }
  }

  private static final class Spaces extends MinimalPrettyPrinter {
    private static final long serialVersionUID = 1L;

    @Override
    public void writeObjectFieldValueSeparator(JsonGenerator json) throws IOException {
      json.writeRaw(": ");
    }

    @Override
    public void writeObjectEntrySeparator(JsonGenerator json) throws IOException {
      json.writeRaw(", ");
    }

    @Override
    public void writeArrayValueSeparator(JsonGenerator json) throws IOException {
      json.writeRaw(", ");
    }
  }
}
