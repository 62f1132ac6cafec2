package dev.assay.conductor.inspection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.conductor.command.CommandHandler;
import dev.assay.conductor.power.PowerOnThrottle;
import dev.assay.conductor.power.ScriptedThrottle;
import dev.assay.message.Command;
import dev.assay.message.Envelope;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusMock;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.hibernate.Session;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Starts with a minimum time between power-ons. Source: docs/spec/conductor.md 6.3. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ThrottledStartTest {
  @Inject CommandHandler handler;
  @Inject Bench bench;
  @Inject Session database;

  private ScriptedThrottle throttle;

  @BeforeEach
  void clear() {
    bench.clear();
    throttle = new ScriptedThrottle(database);
    QuarkusMock.installMockForType(throttle, PowerOnThrottle.class);
  }

  @Test
  void a_machine_whose_turn_does_not_come_waits_for_the_next_delivery() {
    var run = bench.starting(StoredJson.object());

    start(run);
    var waiting = bench.state(run);
    assertThat(waiting.provisionState()).isEqualTo("inspecting");
    assertThat(waiting.lastError()).isNull();
    assertThat(waiting.reservation()).isNull();
    assertThat(waiting.timeline()).containsExactly("starting");
    assertThat(waitsToBeTakenUp(run)).as("else its command counts as lost").isTrue();

    throttle.comes(true);
    start(run);
    assertThat(bench.state(run).provisionState()).isEqualTo("inspect wait");
    assertThat(bench.state(run).timeline()).containsExactly("starting", "waiting");
  }

  private boolean waitsToBeTakenUp(Bench.Run run) {
    return QuarkusTransaction.requiringNew()
        .call(
            () ->
                database
                    .createNativeQuery(
                        """
                        select begun_at is null and ordered_at > now() - interval '10 s'
                        from inspection where uuid = ?1
                        """,
                        Boolean.class)
                    .setParameter(1, run.inspection())
                    .getSingleResult());
  }

  private void start(Bench.Run run) {
    var command = new Command.StartInspection(run.node(), run.inspection());
    handler.receive(new Envelope(command, "req-test").write());
  }
}
