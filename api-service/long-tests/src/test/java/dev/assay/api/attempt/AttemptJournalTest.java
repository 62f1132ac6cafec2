package dev.assay.api.attempt;

import static dev.assay.api.testing.Answers.ok;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.api.attempt.Attempt.Entry;
import dev.assay.api.attempt.Attempt.Kind;
import dev.assay.api.http.Reference;
import dev.assay.api.source.SourceAddress;
import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.Site;
import dev.assay.api.testing.SmallLimits;
import dev.assay.id.MacAddress;
import dev.assay.storedjson.CompressedJson;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The journal is bounded, whoever sends what, and never in the way of a response. */
@QuarkusTest
@TestProfile(SmallLimits.class)
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class AttemptJournalTest {
  @Inject Site site;
  @Inject JournalWriter writer;

  @BeforeEach
  void empty() {
    site.run("delete from lookup_attempt");
    site.run("delete from unmatched_payload");
  }

  @Test
  void of_a_flood_from_one_source_only_the_beginning_is_kept_and_the_rest_is_counted() {
    var attempts = dropped("attempts", "rate");
    var payloads = dropped("unmatched", "rate");

    var answers = IntStream.range(0, 50).mapToObj(_ -> forwarded("192.0.2.66")).toList();

    assertThat(answers.stream().map(Response::statusCode).distinct()).containsExactly(404);
    assertThat(answers.stream().map(Response::asString).distinct()).hasSize(1);
    await().until(() -> rows("lookup_attempt") == 10);
    assertThat(rows("unmatched_payload")).isEqualTo(3);
    assertThat(dropped("attempts", "rate") - attempts).isEqualTo(40);
    assertThat(dropped("unmatched", "rate") - payloads).isEqualTo(7);
  }

  @Test
  void a_source_that_fills_the_journal_displaces_its_own_rows() {
    write("192.0.2.1", "02:00:00:00:00:01", 100);
    await().until(() -> rows("lookup_attempt") == 1);
    var before = inserts();

    for (var i = 0; i < 60; i++) {
      write("192.0.2.2", "02:00:00:00:01:%02x".formatted(i), 100);
    }

    await().until(() -> inserts() - before == 60);
    assertThat(rows("lookup_attempt")).isBetween(2L, 20L);
    assertThat(rows("unmatched_payload")).isEqualTo(5);
    assertThat(sent("lookup_attempt", "02:00:00:00:00:01")).isTrue();
    assertThat(sent("unmatched_payload", "02:00:00:00:00:01")).isTrue();
  }

  @Test
  void payloads_have_a_size_together() {
    write("192.0.2.3", "02:00:00:00:03:01", 9 * 1024);
    await().until(() -> sent("unmatched_payload", "02:00:00:00:03:01"));
    write("192.0.2.3", "02:00:00:00:03:02", 9 * 1024);
    write("192.0.2.3", "02:00:00:00:03:03", 9 * 1024);

    await().until(() -> rows("lookup_attempt") == 3);
    assertThat(rows("unmatched_payload")).isEqualTo(2);
    assertThat(sent("unmatched_payload", "02:00:00:00:03:01")).isFalse();
  }

  @Test
  void one_that_is_larger_than_all_may_be_is_counted_and_its_attempt_is_kept() {
    var before = dropped("unmatched", "size");

    write("192.0.2.4", "02:00:00:00:04:01", 21 * 1024);

    await().until(() -> sent("lookup_attempt", "02:00:00:00:04:01"));
    assertThat(rows("unmatched_payload")).isZero();
    assertThat(dropped("unmatched", "size") - before).isEqualTo(1);
  }

  @Test
  void what_the_database_refuses_is_counted_and_the_rest_is_written() {
    var before = dropped("attempts", "database");
    site.run("alter table lookup_attempt rename to away");
    try {
      assertThat(post(Site.mac()).statusCode()).isEqualTo(404);
      await().until(() -> dropped("attempts", "database") > before);
    } finally {
      site.run("alter table away rename to lookup_attempt");
    }

    var reference = post(Site.mac()).header("X-Assay-Reference");

    await()
        .until(
            () ->
                ok(site.api().get("/v1/explanations?reference=" + reference), 200)
                        .path("explanations")
                        .size()
                    == 1);
  }

  @Test
  void repeats_of_one_machine_are_one_row_with_the_latest_references() {
    var mac = Site.mac();
    var references =
        IntStream.range(0, 20).mapToObj(_ -> post(mac).header("X-Assay-Reference")).toList();

    await().until(() -> rows("lookup_attempt") == 1 && times() == 20);
    assertThat(site.ask("select reference_list[1] from lookup_attempt"))
        .isEqualTo(references.getLast());
    assertThat(site.ask("select cardinality(reference_list) from lookup_attempt")).isEqualTo(16);
    assertThat(rows("unmatched_payload")).isEqualTo(1);
  }

  /** An entry of another source, with a payload that cannot be compressed. */
  private void write(String source, String mac, int bytes) {
    var body = new byte[bytes];
    new Random(mac.hashCode()).nextBytes(body);
    var keys = new LookupKeys(Optional.empty(), List.of(MacAddress.of(mac)), List.of());
    writer.offer(
        new Entry(
            new Attempt(
                Kind.CALLBACK,
                Reference.random(),
                new SourceAddress(InetAddress.ofLiteral(source), false),
                "req-1",
                keys,
                new Verdict(Outcome.NOTHING_MATCHES, "nothing matches")),
            Optional.of(new RefusedPayload(new CompressedJson(body), bytes))));
  }

  private Response post(String mac) {
    return site.at(1).body(body(mac)).post("/v1/continue_inspection");
  }

  /** From a client behind a proxy that is not configured: it counts as the proxy's. */
  private Response forwarded(String client) {
    return site.at(1)
        .header("X-Forwarded-For", client)
        .body(body(Site.mac()))
        .post("/v1/continue_inspection");
  }

  private static String body(String mac) {
    return "{\"inventory\":{\"interfaces\":[{\"mac_address\":\"%s\"}]}}".formatted(mac);
  }

  private long rows(String table) {
    return ((Number) site.ask("select count(*) from " + table)).longValue();
  }

  private long inserts() {
    return ((Number) site.ask("select last_value from lookup_attempt_id_seq")).longValue();
  }

  private long times() {
    return ((Number) site.ask("select max(times) from lookup_attempt")).longValue();
  }

  private boolean sent(String table, String mac) {
    return ((Number)
                site.ask(
                    "select count(*) from " + table + " where macs @> array[cast(?1 as text)]",
                    mac))
            .longValue()
        > 0;
  }

  private static double dropped(String what, String cause) {
    var line =
        Pattern.compile(
                "(?m)^assay_%s_dropped_total\\{cause=\"%s\"[^}]*} (.*)$".formatted(what, cause))
            .matcher(given().get("/q/metrics").asString());
    assertThat(line.find()).isTrue();
    return Double.parseDouble(line.group(1));
  }
}
