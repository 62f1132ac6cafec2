package dev.assay.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ReportTest {
  @Command(name = "integration-tests/bench/example")
  private static final class Example implements Callable<Integer> {
    @Option(names = "--warm-up", paramLabel = "0..9")
    private int warmUp = 5;

    @Option(names = "--stack")
    private StackKind stack = StackKind.SERVICES;

    @Mixin private Report report = new Report();

    @Override
    public Integer call() {
      report.write(Map.of("runs", warmUp, "of", stack, "latency", new Latency(1, 2, 3, 4, 5)));
      return 0;
    }
  }

  @Test
  void it_has_the_figures_and_what_is_needed_to_repeat_them(@TempDir Path folder) throws Exception {
    var file = folder.resolve("figures.json");

    assertThat(BenchmarkCommand.of(new Example()).execute("--warm-up=7", "--json=" + file))
        .isZero();

    var report = new ObjectMapper().readTree(file.toFile());
    assertThat(report.path("benchmark").asText()).isEqualTo("example");
    assertThat(report.path("date").asText()).matches("20\\d\\d-\\d\\d-\\d\\dT[0-9:]{8}Z");
    assertThat(report.has("commit")).isTrue();
    assertThat(report.has("dirty")).isTrue();
    assertThat(report.path("options").toString())
        .isEqualTo("{\"warm-up\":7,\"stack\":\"services\"}");
    assertThat(report.at("/machine/processors").asInt()).isPositive();
    assertThat(report.at("/machine/memory_mib").asLong()).isPositive();
    assertThat(report.at("/figures/runs").asInt()).isEqualTo(7);
    assertThat(report.at("/figures/latency/p50_ms").asDouble()).isEqualTo(2);
  }
}
