package dev.assay.conductor.periodic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.conductor.membership.ConductorRegistration;
import dev.assay.lease.Leases;
import dev.assay.testing.EmbeddedDatabase;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.hibernate.Session;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Tests who runs the periodic tasks of the cluster. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class SingletonTasksTest {
  private static final Duration LONG = Duration.ofHours(1);

  @Inject Leases leases;
  @Inject ConductorRegistration registration;
  @Inject MeterRegistry metrics;
  @Inject Session database;

  /** Every test has a task of its own. */
  private final String task = "test-" + UUID.randomUUID();

  private final AtomicInteger runs = new AtomicInteger();
  private SingletonTasks first;
  private SingletonTasks second;

  @BeforeEach
  void two_conductors() {
    first = new SingletonTasks(leases, registration, metrics);
    second = new SingletonTasks(leases, registration, metrics);
  }

  @Test
  void one_leads_and_runs_the_task_in_each_interval() {
    first.run(task, runs::incrementAndGet);
    second.run(task, runs::incrementAndGet);
    assertThat(runs).hasValue(1);

    first.run(task, runs::incrementAndGet);
    second.run(task, runs::incrementAndGet);
    assertThat(runs).hasValue(2);
  }

  @Test
  void tasks_have_leaders_of_their_own() {
    var other = "test-" + UUID.randomUUID();
    first.run(task, runs::incrementAndGet);
    second.run(other, runs::incrementAndGet);
    first.run(other, runs::incrementAndGet);

    assertThat(runs).hasValue(2);
  }

  @Test
  void another_leads_when_the_leader_stops_and_the_leader_runs_nothing_more() {
    first.run(task, runs::incrementAndGet);
    first.stop(new ShutdownEvent());

    first.run(task, runs::incrementAndGet);
    assertThat(runs).hasValue(1);
    second.run(task, runs::incrementAndGet);
    assertThat(runs).hasValue(2);
  }

  @Test
  void another_leads_after_a_failure() {
    assertThatThrownBy(
            () ->
                first.run(
                    task,
                    () -> {
                      throw new IllegalStateException("broken");
                    }))
        .hasMessage("broken");

    second.run(task, runs::incrementAndGet);
    first.run(task, runs::incrementAndGet);

    assertThat(runs).hasValue(1);
    assertThat(metrics.get("assay.periodic.task").tags("task", task, "outcome", "failed").timer())
        .matches(timer -> timer.count() == 1);
    assertThat(metrics.get("assay.periodic.task").tags("task", task, "outcome", "done").timer())
        .matches(timer -> timer.count() == 1);
  }

  @Test
  void another_leads_when_the_lease_of_the_leader_was_lost() {
    first.run(task, runs::incrementAndGet);
    QuarkusTransaction.requiringNew().run(() -> leases.revoke("periodic/" + task));
    second.run(task, runs::incrementAndGet);
    assertThat(runs).hasValue(2);

    first.run(task, runs::incrementAndGet);
    assertThat(runs).hasValue(2);
  }

  @Test
  void the_heartbeat_keeps_the_leader() {
    first.run(task, runs::incrementAndGet);
    var before = expiry();

    await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(() -> assertThat(expiry()).isGreaterThan(before));
  }

  @Test
  void a_lease_of_another_process_is_respected_until_it_expires() {
    assertThat(acquire("c2")).isPresent();
    first.run(task, runs::incrementAndGet);
    assertThat(runs).hasValue(0);

    QuarkusTransaction.requiringNew()
        .run(
            () ->
                database
                    .createNativeMutationQuery(
                        "update lease set expires_at = clock_timestamp() where name = ?1")
                    .setParameter(1, "periodic/" + task)
                    .executeUpdate());
    first.run(task, runs::incrementAndGet);
    assertThat(runs).hasValue(1);
  }

  @Test
  void a_metric_tells_who_leads() {
    second.run(task, runs::incrementAndGet);
    assertThat(leader()).isEqualTo(1);

    second.stop(new ShutdownEvent());
    assertThat(leader()).isZero();
  }

  private Optional<?> acquire(String holder) {
    return QuarkusTransaction.requiringNew()
        .call(() -> leases.acquire("periodic/" + task, holder, LONG));
  }

  private double leader() {
    return metrics.get("assay.periodic.leader").tag("task", task).gauge().value();
  }

  private double expiry() {
    return QuarkusTransaction.requiringNew()
        .call(
            () ->
                database
                    .createNativeQuery(
                        "select extract(epoch from expires_at)::float8 from lease where name = ?1",
                        Double.class)
                    .setParameter(1, "periodic/" + task)
                    .getSingleResult());
  }
}
