package dev.assay.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.bench.EventsFigures.Phase;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class EventsFiguresTest {
  @Test
  void every_figure_is_the_median_of_its_own_and_refusals_are_added() {
    var median =
        Phase.median(
            List.of(
                new Phase(1, 30, 200, 50, 9, 0, Map.of("503", 1)),
                new Phase(3, 10, 100, 40, 7, 2, Map.of("503", 2, "500", 1)),
                new Phase(2, 20, 300, 60, 8, 1, Map.of())));

    assertThat(median).isEqualTo(new Phase(2, 20, 200, 50, 8, 1, Map.of("503", 3, "500", 1)));
    assertThat(Phase.median(List.of(phase(1), phase(2))).p50Ms()).isEqualTo(1.5);
  }

  @Test
  void noise_and_cost_are_printed_in_percent() {
    var figures =
        EventsFigures.of(
            1000,
            List.of(phase(9), phase(10), phase(90)),
            List.of(phase(9), phase(11), phase(90)),
            List.of(phase(12.6)),
            4,
            false);
    var text = new ByteArrayOutputStream();

    figures.print(new PrintStream(text, true, StandardCharsets.UTF_8));

    assertThat(text.toString(StandardCharsets.UTF_8))
        .containsPattern("noise +\\+10.0%")
        .containsPattern("cost of clients +\\+20.0%")
        .contains("the clients used 4.0% of a processor", "all accepted, nothing missed");
  }

  private static Phase phase(double p50Ms) {
    return new Phase(p50Ms, 20, 40, 50, 10, 0, Map.of());
  }
}
