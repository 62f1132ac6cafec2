package dev.assay.conductor.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.conductor.periodic.SingletonTasks;
import dev.assay.connection.DatabaseOutage;
import dev.assay.event.EventFilter;
import dev.assay.lease.Leases;
import dev.assay.rule.action.AllowedHosts;
import dev.assay.testing.EmbeddedDatabase;
import dev.assay.webhook.Webhook;
import dev.assay.webhook.WebhookConfig;
import dev.assay.webhook.WebhookDeliveries;
import dev.assay.webhook.WebhookDeliveries.Failure;
import dev.assay.webhook.Webhooks;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.hibernate.Session;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spec api.md 9.16. No test waits for a pause: times in the row are moved back. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class WebhookSenderTest {
  private static final String SECRET = "sixteen characters at least";

  private record Config(Optional<List<String>> hosts, int batch) implements WebhookConfig {
    @Override
    public Duration timeout() {
      return Duration.ofSeconds(2);
    }

    @Override
    public Duration maxPause() {
      return Duration.ofMinutes(10);
    }

    @Override
    public Duration giveUpAfter() {
      return Duration.ofDays(3);
    }
  }

  @Inject WebhookDeliveries deliveries;
  @Inject Webhooks webhooks;
  @Inject SingletonTasks tasks;
  @Inject Leases leases;
  @Inject DatabaseOutage outage;
  @Inject MeterRegistry metrics;
  @Inject Session database;
  @Inject Clock clock;

  private final List<Receiver> receivers = new ArrayList<>();

  /** The periodic task itself is led by somebody else meanwhile. */
  @BeforeEach
  void clear() {
    change("delete from webhook");
    change("delete from inspection_event");
    change("update inspection_event_horizon set xid = '0', id = 0");
    change("delete from lease where name = 'periodic/webhooks'");
    in(() -> leases.acquire("periodic/webhooks", "c2", Duration.ofHours(1)).isPresent());
  }

  @AfterEach
  void close() {
    receivers.forEach(Receiver::close);
    change("delete from webhook");
    change("delete from lease where name = 'periodic/webhooks'");
  }

  @Test
  void all_events_are_sent_once_and_in_order() {
    var receiver = receiver();
    var webhook = webhook(receiver);
    var inspections = events(25);

    sender(10).sendDue();

    await().until(() -> position(webhook).equals("behind all"));
    assertThat(receiver.inspections()).containsExactlyElementsOf(inspections);
    assertThat(receiver.received).hasSize(3);
    var row = row(webhook);
    assertThat(row.state()).isEqualTo(Webhook.State.WORKING);
    assertThat(row.lastStatus()).isEqualTo(204);
    assertThat(row.lastSuccessAt()).isNotNull();
    assertThat(in(deliveries::due)).isEmpty();
  }

  /** Verified by a program that shares no code with this one. */
  @Test
  void a_request_is_signed_with_the_secret() throws IOException, InterruptedException {
    var receiver = receiver();
    var webhook = webhook(receiver);
    events(1);
    var before = Instant.now().getEpochSecond();

    sender(10).sendDue();
    await().until(() -> position(webhook).equals("behind all"));

    var request = receiver.received.getFirst();
    assertThat(request.signature()).matches("t=[0-9]+,v1=[0-9a-f]{64}");
    var time = request.signature().substring(2, request.signature().indexOf(','));
    assertThat(Long.parseLong(time)).isBetween(before, before + 60);
    assertThat(openssl(time + "." + request.body()))
        .isEqualTo(request.signature().substring(request.signature().indexOf("v1=") + 3));
    assertThat(request.eventId()).isEqualTo(request.events().getLast().path("id").asText());
  }

  private static String openssl(String text) throws IOException, InterruptedException {
    var file = Files.createTempFile("signed", ".txt");
    try {
      Files.writeString(file, text);
      var process =
          new ProcessBuilder("openssl", "dgst", "-sha256", "-hmac", SECRET, "-r", file.toString())
              .start();
      var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).isZero();
      return out.substring(0, out.indexOf(' '));
    } finally {
      Files.delete(file);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {302, 400, 404, 429, 500, 503})
  void what_was_not_taken_is_sent_again_after_a_pause_and_nothing_overtakes_it(int status) {
    var receiver = receiver(status, status);
    var webhook = webhook(receiver);
    var inspections = events(2);
    var sender = sender(10);

    sender.sendDue();
    await().until(() -> failures(webhook) == 1);
    var later = events(1);
    sender.sendDue(); // nothing is due
    assertThat(receiver.received).hasSize(1);
    var row = row(webhook);
    assertThat(row.state()).isEqualTo(Webhook.State.FAILING);
    assertThat(row.lastStatus()).isEqualTo(status);
    assertThat(row.lastError()).startsWith("the answer was status " + status);
    assertThat(row.lastError()).doesNotContain("token");
    assertThat(row.failingSince()).isNotNull();
    assertThat(pause(webhook)).isBetween(status == 429 ? 25.0 : -5.0, status == 429 ? 30.0 : 1.0);

    due(webhook);
    sender.sendDue();
    await().until(() -> failures(webhook) == 2);
    due(webhook);
    sender.sendDue();
    await().until(() -> position(webhook).equals("behind all"));

    assertThat(receiver.received.getLast().inspections())
        .containsExactly(inspections.get(0), inspections.get(1), later.get(0));
    assertThat(row(webhook).failingSince()).isNull();
  }

  @Test
  void pauses_grow_up_to_the_limit() {
    var sender = sender(10);
    assertThat(sender.pause(0)).isBetween(Duration.ofMillis(500), Duration.ofSeconds(1));
    assertThat(sender.pause(4)).isBetween(Duration.ofSeconds(8), Duration.ofSeconds(16));
    assertThat(sender.pause(500)).isBetween(Duration.ofMinutes(5), Duration.ofMinutes(10));
  }

  @Test
  void what_was_sent_by_a_conductor_that_died_before_it_could_say_so_is_sent_again() {
    var receiver = receiver();
    var webhook = webhook(receiver);
    var inspections = events(2);
    var request = new WebhookRequest(hosts(), Duration.ofSeconds(2), clock);
    var dead = in(() -> deliveries.claim(webhook, 10)).orElseThrow();
    assertThat(request.send(dead).status()).isEqualTo(204);

    sender(10).sendDue();

    await().until(() -> position(webhook).equals("behind all"));
    assertThat(receiver.inspections())
        .containsExactly(
            inspections.get(0), inspections.get(1), inspections.get(0), inspections.get(1));
    assertThat(receiver.received.get(0).delivery()).isEqualTo(receiver.received.get(1).delivery());
  }

  @Test
  void a_conductor_that_was_replaced_while_it_sent_moves_nothing() {
    var receiver = receiver();
    var webhook = webhook(receiver);
    events(1);
    var paused = in(() -> deliveries.claim(webhook, 10)).orElseThrow();
    events(1);
    sender(10).sendDue();
    await().until(() -> position(webhook).equals("behind all"));

    assertThat(in(() -> deliveries.succeeded(paused, 200))).isFalse();
    assertThat(in(() -> deliveries.failed(paused, 500, "x", Duration.ofHours(1), Duration.ZERO)))
        .isEqualTo(Failure.OUTDATED);
    assertThat(position(webhook)).isEqualTo("behind all");
    assertThat(failures(webhook)).isZero();
  }

  @Test
  void only_the_conductor_that_has_the_lease_sends() {
    var receiver = receiver();
    var webhook = webhook(receiver);
    events(1);
    var sender = sender(10);

    sender.look();
    assertThat(in(deliveries::due)).containsExactly(webhook);

    change("delete from lease where name = 'periodic/webhooks'");
    sender.look();
    await().until(() -> !receiver.received.isEmpty() || in(deliveries::due).isEmpty());
  }

  @Test
  void a_slow_receiver_does_not_hold_up_the_others() {
    var slow = receiver(0);
    var quick = receiver();
    webhook(slow);
    var other = webhook(quick);
    events(1);

    sender(10).sendDue();

    await().until(() -> position(other).equals("behind all"));
    assertThat(quick.received).hasSize(1);
  }

  @Test
  void only_wanted_events_are_sent() {
    var receiver = receiver();
    var wanted = UUID.randomUUID();
    var webhook =
        webhook(
            receiver.url(),
            new EventFilter(Set.of(wanted), Set.of(), Set.of(), Set.of(), false),
            true);
    events(30);
    event(wanted);
    events(30);

    sender(10).sendDue();

    await().until(() -> position(webhook).equals("behind all"));
    assertThat(receiver.received).hasSize(1);
    assertThat(receiver.received.getFirst().events())
        .singleElement()
        .matches(event -> event.path("node_uuid").asText().equals(wanted.toString()));
  }

  @Test
  void a_webhook_that_failed_for_too_long_is_given_up_and_goes_on_when_it_is_enabled_again() {
    var receiver = receiver(500, 500);
    var webhook = webhook(receiver);
    var inspections = events(1);
    var sender = sender(10);
    sender.sendDue();
    await().until(() -> failures(webhook) == 1);
    change("update webhook set failing_since = now() - interval '73 h', due_at = now()");
    sender.sendDue();
    await().until(() -> row(webhook).state() == Webhook.State.GIVEN_UP);
    due(webhook);
    assertThat(in(deliveries::due)).isEmpty();

    QuarkusTransaction.requiringNew()
        .run(
            () -> {
              var row = webhooks.findForUpdate(webhook).orElseThrow();
              row.update(
                  new Webhook.Settings(row.target().orElseThrow(), row.filter(), null, true),
                  clock.instant());
              webhooks.startAnew(row);
            });
    sender.sendDue();
    await().until(() -> position(webhook).equals("behind all"));
    assertThat(receiver.received.getLast().inspections()).containsExactlyElementsOf(inspections);
    assertThat(row(webhook).state()).isEqualTo(Webhook.State.WORKING);
  }

  @Test
  void events_that_were_deleted_before_they_were_sent_are_told_as_a_gap() {
    var receiver = receiver();
    var webhook = webhook(receiver);
    events(2);
    change(
        """
        with gone as (delete from inspection_event returning xid, id),
          last as (select xid, id from gone order by xid desc, id desc limit 1)
        update inspection_event_horizon h set xid = l.xid, id = l.id from last l
        """);
    var kept = events(1);

    sender(10).sendDue();

    await().until(() -> position(webhook).equals("behind all"));
    var events = receiver.received.getFirst().events();
    assertThat(events.getFirst().path("type").asText()).isEqualTo("gap");
    assertThat(events.getLast().path("inspection_uuid").asText()).isEqualTo(kept.getFirst());
  }

  @Test
  void a_test_is_sent_at_once_even_to_a_disabled_webhook() {
    var receiver = receiver(404, 204);
    var webhook = webhook(receiver.url(), EventFilter.ALL, false);
    events(1);
    var sender = sender(10);
    assertThat(in(() -> webhooks.test(webhook))).isTrue();

    sender.sendDue();
    await().until(() -> row(webhook).lastAttemptAt() != null);

    assertThat(row(webhook).lastStatus()).isEqualTo(404);
    assertThat(failures(webhook)).isZero();
    assertThat(receiver.received.getFirst().events())
        .singleElement()
        .matches(event -> event.path("type").asText().equals("test"));
    assertThat(in(deliveries::due)).isEmpty();
  }

  @Test
  void a_test_that_is_ordered_while_an_attempt_fails_is_not_put_off() {
    var webhook = webhook(receiver());
    events(1);
    var underWay = in(() -> deliveries.claim(webhook, 10)).orElseThrow();
    assertThat(in(() -> webhooks.test(webhook))).isTrue();

    var failure =
        in(() -> deliveries.failed(underWay, 500, "x", Duration.ofHours(1), Duration.ZERO));

    assertThat(failure).isEqualTo(Failure.TRIED_AGAIN);
    assertThat(in(() -> deliveries.claim(webhook, 10)).orElseThrow().test()).isTrue();
  }

  @Test
  void a_test_that_is_ordered_while_another_one_is_under_way_is_sent() {
    var webhook = webhook(receiver());
    assertThat(in(() -> webhooks.test(webhook))).isTrue();
    var underWay = in(() -> deliveries.claim(webhook, 10)).orElseThrow();
    assertThat(in(() -> webhooks.test(webhook))).isTrue();

    var failure =
        in(() -> deliveries.failed(underWay, 500, "x", Duration.ofHours(1), Duration.ZERO));

    assertThat(failure).isEqualTo(Failure.OUTDATED);
    assertThat(row(webhook).lastError()).isNull();
    assertThat(in(() -> deliveries.claim(webhook, 10)).orElseThrow().test()).isTrue();
  }

  @Test
  void a_change_while_an_attempt_is_under_way_has_its_events_sent_to_the_new_target() {
    var webhook = webhook(receiver());
    events(1);
    var underWay = in(() -> deliveries.claim(webhook, 10)).orElseThrow();
    QuarkusTransaction.requiringNew()
        .run(() -> webhooks.startAnew(webhooks.findForUpdate(webhook).orElseThrow()));

    assertThat(in(() -> deliveries.succeeded(underWay, 200))).isFalse();

    var next = in(() -> deliveries.claim(webhook, 10)).orElseThrow();
    assertThat(next.events()).hasSize(1);
    assertThat(next.failures()).isZero();
  }

  @Test
  void a_host_that_is_not_allowed_any_more_gets_nothing() {
    var receiver = receiver();
    var webhook = webhook(receiver);
    events(1);

    sender(Optional.empty(), 10).sendDue();
    await().until(() -> failures(webhook) == 1);

    assertThat(receiver.received).isEmpty();
    assertThat(row(webhook).lastError())
        .isEqualTo("host 127.0.0.1 is not listed in assay.webhooks.hosts");
  }

  @Test
  void one_that_cannot_be_decrypted_fails_and_says_why_and_others_are_sent() {
    var damaged = webhook(receiver());
    var receiver = receiver();
    var other = webhook(receiver);
    change(
        "update webhook set target = (select target from webhook where uuid = '%s') where uuid = '%s'"
            .formatted(other, damaged));
    var inspections = events(1);

    sender(10).sendDue();
    await().until(() -> failures(damaged) == 1);
    await().until(() -> position(other).equals("behind all"));

    assertThat(row(damaged).lastError())
        .isEqualTo("its URL and its secret cannot be decrypted, see the log, or set both again");
    assertThat(receiver.inspections()).containsExactlyElementsOf(inspections);
  }

  @Test
  void url_and_secret_are_encrypted_in_the_database() {
    var webhook = webhook(receiver());
    var stored =
        in(
            () ->
                database
                    .createNativeQuery(
                        "select cast(w as text) from webhook w where uuid = ?1", String.class)
                    .setParameter(1, webhook)
                    .getSingleResult());
    assertThat(stored).doesNotContain(SECRET).doesNotContain("token").contains("assay:v1:");
  }

  private Receiver receiver(Integer... statuses) {
    var receiver = new Receiver(statuses);
    receivers.add(receiver);
    return receiver;
  }

  private static AllowedHosts hosts() {
    return AllowedHosts.of("assay.webhooks.hosts", List.of("127.0.0.1"));
  }

  private WebhookSender sender(int batch) {
    return sender(Optional.of(List.of("127.0.0.1")), batch);
  }

  private WebhookSender sender(Optional<List<String>> hosts, int batch) {
    return new WebhookSender(deliveries, new Config(hosts, batch), tasks, outage, metrics, clock);
  }

  private UUID webhook(Receiver receiver) {
    return webhook(receiver.url(), EventFilter.ALL, true);
  }

  private UUID webhook(String url, EventFilter filter, boolean enabled) {
    var uuid = UUID.randomUUID();
    QuarkusTransaction.requiringNew()
        .run(
            () ->
                webhooks.add(
                    new Webhook(
                        uuid,
                        new Webhook.Settings(
                            new Webhook.Target(url, SECRET), filter, null, enabled),
                        clock.instant())));
    return uuid;
  }

  /** So many events, of new inspections and nodes, in order. */
  private List<String> events(int number) {
    var inspections = new ArrayList<String>();
    for (var i = 0; i < number; i++) {
      inspections.add(event(UUID.randomUUID()));
    }
    return inspections;
  }

  private String event(UUID node) {
    var inspection = UUID.randomUUID();
    change(
        """
        insert into inspection_event (at, node_uuid, conductor_group, inspection_uuid, cause, stage)
        values (now(), '%s', '', '%s', 'requested', 'starting')
        """
            .formatted(node, inspection));
    return inspection.toString();
  }

  private Webhook row(UUID webhook) {
    return in(() -> webhooks.find(webhook).orElseThrow());
  }

  private void due(UUID webhook) {
    change("update webhook set due_at = now() where uuid = '%s'".formatted(webhook));
  }

  private int failures(UUID webhook) {
    return ask("select failures from webhook where uuid = ?1", webhook, Integer.class);
  }

  /** Seconds until the next attempt. */
  private double pause(UUID webhook) {
    return ask(
        "select cast(extract(epoch from due_at - clock_timestamp()) as double precision) from webhook where uuid = ?1",
        webhook,
        Double.class);
  }

  private String position(UUID webhook) {
    return ask(
        """
        select case when exists (select 1 from inspection_event e
          where (e.xid, e.id) > (w.position_xid, w.position_id))
          then 'before some' else 'behind all' end
        from webhook w where uuid = ?1
        """,
        webhook,
        String.class);
  }

  private <T> T ask(String sql, UUID webhook, Class<T> type) {
    return in(
        () -> database.createNativeQuery(sql, type).setParameter(1, webhook).getSingleResult());
  }

  private void change(String sql) {
    in(() -> database.createNativeMutationQuery(sql).executeUpdate());
  }

  private static <T> T in(Callable<T> work) {
    return QuarkusTransaction.requiringNew().call(work);
  }
}
