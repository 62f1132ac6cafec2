package dev.assay.conductor.effect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.conductor.command.CommandHandler;
import dev.assay.conductor.membership.ConductorRegistration;
import dev.assay.conductor.periodic.SingletonTasks;
import dev.assay.message.Command;
import dev.assay.message.Envelope;
import dev.assay.message.Outbox;
import dev.assay.node.Nodes;
import dev.assay.registration.ConductorConfig;
import dev.assay.rule.engine.RulesConfig;
import dev.assay.rule.store.ApiCalls;
import dev.assay.testing.EmbeddedDatabase;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Spec rules.md 10.1, after the commit. No test waits for a pause: times in the row are moved back.
 */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class CallApiTest {
  @Inject CommandHandler handler;
  @Inject OrderedCalls rows;
  @Inject CallApi callApi;
  @Inject SingletonTasks tasks;
  @Inject ApiCalls calls;
  @Inject Nodes nodes;
  @Inject Outbox outbox;
  @Inject ConductorRegistration registration;
  @Inject RulesConfig rules;
  @Inject MeterRegistry metrics;
  @Inject Clock clock;

  private final LocalServer server = new LocalServer();

  CallApiTest() throws IOException {}

  @BeforeEach
  void a_node_with_a_run() {
    rows.begin();
  }

  @AfterEach
  void clear() {
    server.close();
    rows.clear();
  }

  @ParameterizedTest(name = "{0} with {1} retries: {2} requests, given up: {3}")
  @CsvSource({
    "/200,      3, 1, false",
    "/302?/200, 3, 2, false",
    "/429,      3, 4, true",
    "/500,      3, 4, true",
    "/502,      3, 4, true",
    "/503,      3, 4, true",
    "/504,      3, 4, true",
    "/503,      0, 1, true",
    "/302?/503, 1, 4, true",
    "/silent,   1, 2, true",
    "/400,      3, 1, true",
    "/404,      3, 1, true",
    "/501,      3, 1, true"
  })
  void a_call_is_repeated_where_that_may_help(
      String target, int retries, int requests, boolean givenUp) {
    var call = rows.order(server.call(target, Map.of(), Duration.ofMillis(700), retries));

    for (var attempt = 0; attempt <= retries && rows.waits(call); attempt++) {
      rows.letTimePass(call);
      deliver(call);
    }

    assertThat(rows.waits(call)).isFalse();
    assertThat(server.received).hasSize(requests);
    assertThat(rows.history()).hasSize(givenUp ? 1 : 0);
  }

  @Test
  void the_first_retry_comes_at_once_and_the_others_after_growing_pauses() {
    var call = rows.order(server.call("/503", 3));

    deliver(call);
    assertThat(rows.pause(call)).isLessThanOrEqualTo(Duration.ZERO);
    deliver(call);
    assertThat(rows.pause(call)).isBetween(Duration.ofSeconds(15), Duration.ofSeconds(20));
    rows.letTimePass(call);
    deliver(call);
    assertThat(rows.pause(call)).isBetween(Duration.ofSeconds(35), Duration.ofSeconds(40));
  }

  @Test
  void a_server_that_asks_for_a_longer_pause_gets_it() {
    var call = rows.order(server.call("/503?50", 3));

    deliver(call);

    assertThat(rows.pause(call)).isBetween(Duration.ofSeconds(45), Duration.ofSeconds(50));
  }

  @Test
  void a_call_that_was_made_is_not_made_again_by_a_second_delivery() {
    var before = count("succeeded");
    var call = rows.order(server.call("/200", 3));

    deliver(call);
    deliver(call);

    assertThat(server.received).hasSize(1);
    assertThat(count("succeeded")).isEqualTo(before + 1);
  }

  @Test
  void a_second_delivery_does_not_shorten_a_pause_and_comes_again_after_it() {
    var call = rows.order(server.call("/503?50", 3));
    deliver(call);

    rows.forgetMessages();
    deliver(call);

    assertThat(server.received).hasSize(1);
    assertThat(rows.messages(call)).isEqualTo(1);
  }

  @Test
  void a_call_whose_conductor_died_meanwhile_is_made_when_its_claim_has_ended() {
    var call = rows.order(server.call("/200", 0));
    rows.claimAndDie(call);
    rows.forgetMessages();

    deliver(call);
    assertThat(server.received).isEmpty();
    assertThat(rows.messages(call)).isEqualTo(1);

    rows.letTimePass(call);
    deliver(call);
    assertThat(server.received).hasSize(1);
    assertThat(rows.waits(call)).isFalse();
    assertThat(rows.history()).isEmpty();
  }

  @Test
  void a_call_that_is_given_up_is_told_without_what_may_be_secret() {
    var before = count("given-up");
    var call =
        rows.order(
            server.call(
                "/404?token=abc", Map.of("X-Auth", "my-own-token"), Duration.ofSeconds(5), 3));

    deliver(call);

    assertThat(rows.history())
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.event())
                  .isEqualTo(
                      "API call to %s, ordered by a rule in inspection %s, was given up at attempt 1: the answer was status 404."
                          .formatted(server.origin(), rows.run()));
              assertThat(entry.eventType()).isEqualTo("introspection");
              assertThat(entry.severity()).isEqualTo("ERROR");
              assertThat(entry.conductor()).isEqualTo("c1");
            });
    assertThat(count("given-up")).isEqualTo(before + 1);
  }

  @Test
  void a_host_that_is_not_allowed_any_more_is_not_called() {
    var call =
        rows.order(server.call(server.origin().replace("127.0.0.1", "localhost") + "/200", 3));

    deliver(call);

    assertThat(server.received).isEmpty();
    assertThat(rows.history())
        .singleElement()
        .satisfies(
            entry ->
                assertThat(entry.event())
                    .endsWith(
                        "attempt 1: host localhost is not listed in assay.inspection-rules.api-call-hosts."));
  }

  @Test
  void the_inspection_and_the_node_stay_as_they_are() {
    var before = rows.nodeNow();
    var call = rows.order(server.call("/404", 3));

    deliver(call);

    var after = rows.nodeNow();
    assertThat(after.provisionState()).isEqualTo(before.provisionState());
    assertThat(after.lastError()).isNull();
    assertThat(after.reservation()).isNull();
    assertThat(rows.runNow().error()).isNull();
  }

  @Test
  void a_node_that_is_worked_on_does_not_keep_its_calls_waiting() {
    var call = rows.order(server.call("/200", 3));
    rows.holdNode();

    deliver(call);

    assertThat(server.received).hasSize(1);
  }

  @Test
  void slow_hosts_keep_a_quarter_of_the_workers_busy_and_no_more() throws InterruptedException {
    var small =
        new CallApi(
            calls, outbox, nodes, registration, tasks, rules, conductorWith("4"), metrics, clock);
    var slow = rows.order(server.call("/silent", 0));
    var next = rows.order(server.call("/200", 0));
    rows.forgetMessages();

    var busy = Thread.ofVirtual().start(() -> small.run(new Command.CallApi(rows.node(), slow)));
    await().until(() -> server.received.size() == 1);
    small.run(new Command.CallApi(rows.node(), next));
    assertThat(server.targets()).containsExactly("/silent");
    assertThat(rows.messages(next)).isEqualTo(1);

    server.close();
    busy.join();
    assertThat(rows.waits(slow)).isFalse();
  }

  @Test
  void a_call_that_nobody_came_for_is_remembered_after_an_hour() {
    var call = rows.order(server.call("/200", 3));

    rows.due(call, Duration.ofMinutes(-59));
    callApi.remind();
    assertThat(rows.pause(call)).isLessThan(Duration.ofMinutes(-58));

    rows.due(call, Duration.ofMinutes(-61));
    callApi.remind();
    assertThat(rows.pause(call)).isGreaterThan(Duration.ofMinutes(-1));
  }

  private static ConductorConfig conductorWith(String workers) {
    return new SmallRyeConfigBuilder()
        .withMapping(ConductorConfig.class)
        .withConverter(Duration.class, 200, new DurationConverter())
        .withSources(
            new PropertiesConfigSource(Map.of("assay.conductor.workers", workers), "test", 100))
        .build()
        .getConfigMapping(ConductorConfig.class);
  }

  private void deliver(UUID call) {
    handler.receive(new Envelope(new Command.CallApi(rows.node(), call), "req-test").write());
  }

  private double count(String outcome) {
    return metrics.counter("assay.rules.calls", "outcome", outcome).count();
  }
}
