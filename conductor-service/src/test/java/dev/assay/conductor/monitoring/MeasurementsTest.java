package dev.assay.conductor.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.error.ErrorCode;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.StageEvent;
import dev.assay.inspection.Trace;
import dev.assay.message.Announcement;
import dev.assay.message.Outbox;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionState;
import dev.assay.testing.EmbeddedDatabase;
import dev.assay.testing.Fixtures;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.hibernate.Session;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class MeasurementsTest {
  private static final Instant NOW = Instant.parse("2026-08-01T10:20:30Z");
  private static final Duration LIMIT = Duration.ofMinutes(10);

  @Inject Measurements measurements;
  @Inject MeterRegistry metrics;
  @Inject Nodes nodes;
  @Inject Inspections inspections;
  @Inject Outbox outbox;
  @Inject Session database;

  @BeforeEach
  void begin() {
    QuarkusTransaction.requiringNew()
        .run(() -> database.createNativeMutationQuery("delete from node").executeUpdate());
    measurements.measure();
  }

  @Test
  void nodes_and_active_inspections_are_counted_by_state_and_stage() {
    var first = begun();
    begun();
    then(first, run -> run.await(NOW, LIMIT));

    measurements.measure();

    assertThat(gauge("assay.nodes", "provision_state", "inspecting")).isEqualTo(2);
    assertThat(gauge("assay.inspections.active", "stage", "starting")).isEqualTo(1);
    assertThat(gauge("assay.inspections.active", "stage", "waiting")).isEqualTo(1);
    assertThat(gauge("assay.inspections.active", "stage", "aborting")).isZero();
    assertThat(gauge("assay.inspections.overdue", "stage", "waiting")).isZero();
  }

  @Test
  void an_inspection_past_its_deadline_is_overdue() {
    var run = begun();
    QuarkusTransaction.requiringNew()
        .run(
            () ->
                database
                    .createNativeMutationQuery(
                        "update inspection set stage_deadline = now() - interval '1 s' where uuid = ?1")
                    .setParameter(1, run)
                    .executeUpdate());

    measurements.measure();

    assertThat(gauge("assay.inspections.overdue", "stage", "starting")).isEqualTo(1);
  }

  @Test
  void an_ended_inspection_counts_once_with_the_time_of_each_of_its_stages() {
    var finished = ended("finished", "");
    var refused = ended("error", "BMC_REFUSED");
    var waiting = seconds("waiting");
    var good = begun();
    then(good, run -> run.await(NOW.plusSeconds(10), LIMIT));
    then(good, run -> run.accept(List.of(), NOW.plusSeconds(70), LIMIT));
    then(good, run -> run.finish(Trace.EMPTY, NOW.plusSeconds(72)));
    then(
        begun(),
        run ->
            run.fail(
                StageEvent.ERROR, ErrorCode.BMC_REFUSED, "No.", Trace.EMPTY, NOW.plusSeconds(1)));

    measurements.measure();
    measurements.measure();

    assertThat(ended("finished", "") - finished).isEqualTo(1);
    assertThat(ended("error", "BMC_REFUSED") - refused).isEqualTo(1);
    assertThat(seconds("waiting") - waiting).isEqualTo(60);
  }

  @Test
  void a_stage_that_an_inspection_out_of_band_passes_at_once_is_not_counted() {
    var processing = count("processing");
    then(begun(), run -> run.finishOutOfBand(Trace.EMPTY, NOW.plusSeconds(1)));

    measurements.measure();

    assertThat(count("processing")).isEqualTo(processing);
  }

  @Test
  void messages_of_the_outbox_have_a_number_and_an_age() {
    QuarkusTransaction.requiringNew()
        .run(
            () -> {
              database.createNativeMutationQuery("delete from outbox").executeUpdate();
              outbox.announce(new Announcement.Deny(List.of()));
              database
                  .createNativeMutationQuery(
                      "update outbox set since = since - interval '1 h', due_at = now() + interval '1 h'")
                  .executeUpdate();
            });

    measurements.measure();

    assertThat(gauge("assay.outbox.messages", "destination", "everyone")).isEqualTo(1);
    assertThat(gauge("assay.outbox.oldest.message.age.seconds", "destination", "everyone"))
        .isBetween(3600.0, 3700.0);
    QuarkusTransaction.requiringNew()
        .run(() -> database.createNativeMutationQuery("delete from outbox").executeUpdate());
  }

  @Test
  void webhooks_are_counted_by_state() {
    QuarkusTransaction.requiringNew()
        .run(
            () ->
                database
                    .createNativeMutationQuery(
                        """
                        insert into webhook
                          (uuid, target, filter, enabled, created_at, failures, given_up_at)
                        values
                          (gen_random_uuid(), '{}', '{}', true, now(), 0, null),
                          (gen_random_uuid(), '{}', '{}', true, now(), 3, null),
                          (gen_random_uuid(), '{}', '{}', false, now(), 3, null),
                          (gen_random_uuid(), '{}', '{}', false, now(), 3, now()),
                          (gen_random_uuid(), '{}', '{}', false, now(), 9, now())
                        """)
                    .executeUpdate());

    measurements.measure();

    assertThat(gauge("assay.webhooks", "state", "working")).isEqualTo(1);
    assertThat(gauge("assay.webhooks", "state", "failing")).isEqualTo(1);
    assertThat(gauge("assay.webhooks", "state", "disabled")).isEqualTo(1);
    assertThat(gauge("assay.webhooks", "state", "given up")).isEqualTo(2);
    QuarkusTransaction.requiringNew()
        .run(() -> database.createNativeMutationQuery("delete from webhook").executeUpdate());
  }

  @Test
  void this_conductor_is_alive() {
    measurements.measure();

    assertThat(gauge("assay.conductors", "state", "alive")).isEqualTo(1);
  }

  private UUID begun() {
    return QuarkusTransaction.requiringNew()
        .call(
            () -> {
              var node = Fixtures.node(ProvisionState.INSPECTING, NOW);
              nodes.add(node);
              var run = new Inspection(node, Inspection.Cause.REQUESTED, "agent", null, NOW, LIMIT);
              inspections.begin(run);
              return run.uuid();
            });
  }

  private void then(UUID run, Consumer<Inspection> step) {
    QuarkusTransaction.requiringNew().run(() -> step.accept(inspections.find(run).orElseThrow()));
  }

  private double gauge(String name, String label, String value) {
    return metrics.get(name).tag(label, value).gauge().value();
  }

  private double ended(String outcome, String code) {
    return metrics
        .get("assay.inspections.ended")
        .tags("outcome", outcome, "code", code)
        .counter()
        .count();
  }

  private double seconds(String stage) {
    return metrics
        .get("assay.inspection.stage")
        .tag("stage", stage)
        .timer()
        .totalTime(TimeUnit.SECONDS);
  }

  private long count(String stage) {
    return metrics.get("assay.inspection.stage").tag("stage", stage).timer().count();
  }
}
