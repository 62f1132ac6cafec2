package dev.assay.conductor.inspection;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.conductor.command.CommandHandler;
import dev.assay.message.Command;
import dev.assay.message.Envelope;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** {@code assay.inspector.interrupted=fail}. Source: spec state-machine.md 5. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@TestProfile(RareOptions.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class InterruptedInspectionsTest {
  private static final String GOOD = "03-arm64.json";

  @Inject CommandHandler handler;
  @Inject Bench bench;
  @Inject Transactions transactions;

  @BeforeEach
  void clear() {
    bench.clear();
  }

  @Test
  void fail_when_the_conductor_that_processed_them_has_died() {
    var run = bench.processing(Bench.sample(GOOD));
    bench.holdAsOther(run, Duration.ofMillis(1));
    await().atMost(10, SECONDS).until(() -> bench.state(run).reservation() == null);

    process(run);

    assertThat(bench.state(run).provisionState()).isEqualTo("inspect failed");
    assertThat(bench.state(run).errorCode()).isEqualTo("INSPECTION_INTERRUPTED");
    assertThat(bench.state(run).lastError())
        .contains("The inspecting state can't be resumed by conductor");
  }

  @Test
  void can_be_seen_to_be_interrupted_because_the_lease_is_committed_before_the_work() {
    var run = bench.processing(Bench.sample(GOOD));

    var underLease = transactions.underLease(run, () -> process(run));

    assertThat(underLease).as("with that of the power-off").isEqualTo(2);
    assertThat(bench.state(run).stage()).isEqualTo("finished");
  }

  private void process(Bench.Run run) {
    handler.receive(
        new Envelope(new Command.ProcessCallback(run.node(), run.inspection()), "req-test")
            .write());
  }
}
