package dev.assay.rule.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.id.NodeId;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.message.Command;
import dev.assay.message.Envelope;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionState;
import dev.assay.rule.ApiCall;
import dev.assay.rule.store.ApiCalls.Claimed;
import dev.assay.testing.EmbeddedDatabase;
import dev.assay.testing.Fixtures;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.hibernate.Session;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Decision 0013: what is stored of a call, and who may make it when. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ApiCallsDatabaseTest {
  private static final ApiCall CALL =
      new ApiCall(
          URI.create("https://hook.example.org/in?token=abc"),
          Map.of("X-Auth", "my-own-token"),
          Map.of("https", URI.create("http://proxy.example.org:3128")),
          Duration.ofMillis(2500),
          3,
          0.3);

  @Inject ApiCalls calls;
  @Inject Nodes nodes;
  @Inject Inspections inspections;
  @Inject Clock clock;
  @Inject Session database;

  private NodeId node;
  private UUID run;

  @BeforeEach
  void a_node_with_a_run() {
    var row = Fixtures.node(ProvisionState.INSPECTING, clock.instant());
    node = row.uuid();
    run =
        within(
            () -> {
              nodes.add(row);
              var begun =
                  new Inspection(
                      row,
                      Inspection.Cause.REQUESTED,
                      "agent",
                      null,
                      clock.instant(),
                      Duration.ofMinutes(1));
              inspections.begin(begun);
              return begun.uuid();
            });
  }

  @AfterEach
  void no_message_is_left() {
    within(() -> database.createNativeMutationQuery("delete from outbox").executeUpdate());
  }

  @Test
  void every_call_is_one_row_and_one_command_that_names_it() {
    var sent = sentBy(() -> order(CALL, CALL));

    var uuids = uuids();
    assertThat(uuids).hasSize(2);
    assertThat(sent)
        .containsExactlyInAnyOrder(
            new Command.CallApi(node, uuids.get(0)), new Command.CallApi(node, uuids.get(1)));
    assertThat(claim(uuids.getFirst())).isEqualTo(new Claimed(uuids.getFirst(), run, CALL, 0, 1));
  }

  @Test
  void nothing_is_ordered_when_the_inspection_is_not_committed() {
    assertThatThrownBy(
            () ->
                within(
                    () -> {
                      order(CALL);
                      throw new IllegalStateException("changed my mind");
                    }))
        .hasMessage("changed my mind");

    assertThat(uuids()).isEmpty();
  }

  @Test
  void of_many_who_claim_a_call_at_once_one_gets_it() throws InterruptedException {
    order(CALL);
    var uuid = uuids().getFirst();

    List<ApiCalls.Claim> claims;
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var asking = Collections.<Callable<ApiCalls.Claim>>nCopies(8, () -> claim(uuid));
      claims = threads.invokeAll(asking).stream().map(Future::resultNow).toList();
    }

    assertThat(claims.stream().filter(Claimed.class::isInstance)).hasSize(1);
    assertThat(claims.stream().filter(ApiCalls.Claim.TooEarly.class::isInstance)).hasSize(7);
  }

  @Test
  void a_claim_ends_with_the_timeout_and_what_its_holder_writes_later_has_no_effect() {
    order(CALL);
    var uuid = uuids().getFirst();
    var lost = (Claimed) claim(uuid);
    assertThat(claim(uuid))
        .isInstanceOfSatisfying(
            ApiCalls.Claim.TooEarly.class,
            early ->
                assertThat(early.left())
                    .isBetween(Duration.ofSeconds(10), Duration.ofMillis(17500)));

    letTimePass(uuid);
    assertThat(claim(uuid)).isEqualTo(new Claimed(uuid, run, CALL, 0, 2));

    assertThat(sentBy(() -> calls.retry(node, lost, Duration.ZERO))).isEmpty();
    assertThat(within(() -> calls.remove(lost))).isFalse();
    assertThat(uuids()).containsExactly(uuid);
  }

  @Test
  void a_failed_attempt_is_counted_and_the_next_comes_after_the_pause() {
    order(CALL);
    var uuid = uuids().getFirst();
    var claimed = (Claimed) claim(uuid);

    var sent = sentBy(() -> calls.retry(node, claimed, Duration.ofSeconds(40)));

    assertThat(sent).containsExactly(new Command.CallApi(node, uuid));
    assertThat(claim(uuid))
        .isInstanceOfSatisfying(
            ApiCalls.Claim.TooEarly.class,
            early ->
                assertThat(early.left()).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(40)));

    letTimePass(uuid);
    assertThat(claim(uuid)).isEqualTo(new Claimed(uuid, run, CALL, 1, 2));
  }

  @Test
  void a_call_that_is_over_is_gone() {
    order(CALL);
    var uuid = uuids().getFirst();
    var claimed = (Claimed) claim(uuid);

    assertThat(within(() -> calls.remove(claimed))).isTrue();

    assertThat(claim(uuid)).isEqualTo(new ApiCalls.Claim.Gone());
    assertThat(within(() -> calls.remove(claimed))).isFalse();
  }

  @Test
  void a_call_that_nobody_came_for_is_told_again_once() {
    order(CALL);
    var uuid = uuids().getFirst();
    assertThat(sentBy(() -> calls.remind(Duration.ofHours(1), 10))).isEmpty();

    within(
        () ->
            database
                .createNativeMutationQuery(
                    "update api_call set due_at = now() - interval '61 min' where uuid = ?1")
                .setParameter(1, uuid)
                .executeUpdate());

    assertThat(sentBy(() -> calls.remind(Duration.ofHours(1), 10)))
        .containsExactly(new Command.CallApi(node, uuid));
    assertThat(sentBy(() -> calls.remind(Duration.ofHours(1), 10))).isEmpty();
  }

  @Test
  void the_calls_of_a_node_are_deleted_with_it() {
    order(CALL);
    var uuid = uuids().getFirst();

    within(
        () -> {
          nodes.remove(nodes.findForUpdate(node).orElseThrow());
          return null;
        });

    assertThat(claim(uuid)).isEqualTo(new ApiCalls.Claim.Gone());
  }

  /** In the current transaction, or in a new one. */
  private void order(ApiCall... ordered) {
    QuarkusTransaction.joiningExisting()
        .run(
            () ->
                calls.order(
                    nodes.find(node).orElseThrow(),
                    inspections.find(run).orElseThrow(),
                    List.of(ordered)));
  }

  /** The commands that a transaction running {@code work} sends after its commit. */
  private List<Command> sentBy(Runnable work) {
    return within(
        () -> {
          work.run();
          return database
              .createNativeQuery(
                  "select body from outbox where xmin::text::bigint = txid_current()", String.class)
              .getResultStream()
              .map(Envelope::read)
              .map(envelope -> envelope.require(Command.class))
              .toList();
        });
  }

  private ApiCalls.Claim claim(UUID uuid) {
    return within(() -> calls.claim(uuid));
  }

  private void letTimePass(UUID uuid) {
    within(
        () ->
            database
                .createNativeMutationQuery("update api_call set due_at = now() where uuid = ?1")
                .setParameter(1, uuid)
                .executeUpdate());
  }

  private List<UUID> uuids() {
    return within(
        () ->
            database
                .createNativeQuery(
                    """
                    select c.uuid from api_call c join inspection i on i.id = c.inspection_id
                    where i.uuid = ?1 order by c.id
                    """,
                    UUID.class)
                .setParameter(1, run)
                .getResultList());
  }

  private static <T> T within(Callable<T> work) {
    return QuarkusTransaction.requiringNew().call(work);
  }
}
