package dev.assay.api.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.testing.CapturedLog;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LimitedLogTest {
  private long now;
  private final LimitedLog log = new LimitedLog(Logger.getLogger(LimitedLogTest.class), () -> now);

  @Test
  void what_is_left_out_is_counted_in_the_next_line() {
    try (var lines = CapturedLog.ofAll()) {
      for (int i = 0; i < 1000; i++) {
        log.warn("line %d.".formatted(i));
      }
      assertThat(lines.lines()).hasSize(50).last().asString().isEqualTo("line 49.");

      now += TimeUnit.SECONDS.toNanos(1);
      for (int i = 1000; i < 2000; i++) {
        log.warn("line %d.".formatted(i));
      }
      assertThat(lines.lines())
          .hasSize(55)
          .element(50)
          .asString()
          .isEqualTo("line 1000. (950 lines like this were left out.)");
      assertThat(lines.lines()).last().asString().isEqualTo("line 1004.");
    }
  }
}
