package dev.assay.conductor.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.deadletter.DeadLetters;
import dev.assay.testing.EmbeddedDatabase;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.UUID;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class DeadLetterMetricsTest {
  @Inject DeadLetterMetrics letterMetrics;
  @Inject DeadLetters letters;
  @Inject MeterRegistry metrics;

  @Test
  void the_metric_is_the_number_of_dead_letters() {
    letterMetrics.count();
    var before = value();

    store("one " + UUID.randomUUID());
    store("two " + UUID.randomUUID());
    letterMetrics.count();

    assertThat(value()).isEqualTo(before + 2);
  }

  private void store(String text) {
    QuarkusTransaction.requiringNew()
        .run(() -> letters.store(text, "assay.conductor", "It cannot be read."));
  }

  private double value() {
    return metrics.get("assay.dead.letters").gauge().value();
  }
}
