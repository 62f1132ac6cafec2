package dev.assay.conductor.inspection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.conductor.command.CommandHandler;
import dev.assay.message.Command;
import dev.assay.message.Envelope;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import org.hibernate.Session;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code assay.inventory.data-backend=none}. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@TestProfile(RareOptions.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class NoInventoriesTest {
  @Inject CommandHandler handler;
  @Inject Bench bench;
  @Inject Session database;

  @BeforeEach
  void clear() {
    bench.clear();
  }

  @ParameterizedTest
  @CsvSource({"03-arm64.json, finished", "h7-no-architecture.json, error"})
  void nothing_is_left_of_an_inspection_but_its_end(String sample, String stage) throws Exception {
    var run = bench.processing(Bench.sample(sample));

    handler.receive(
        new Envelope(new Command.ProcessCallback(run.node(), run.inspection()), "req-1").write());

    assertThat(bench.state(run).stage()).isEqualTo(stage);
    assertThat(count("inspection_result")).isZero();
    assertThat(count("inspection_payload")).isZero();
    assertThat(
            count(
                "document where digest not in (select trace_document from inspection"
                    + " where trace_document is not null)"))
        .isZero();
  }

  private long count(String from) {
    return QuarkusTransaction.requiringNew()
        .call(
            () ->
                database
                    .createNativeQuery("select count(*) from " + from, Long.class)
                    .getSingleResult());
  }
}
