package dev.assay.api.event;

import static dev.assay.api.testing.SmallLimits.STREAMS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.Site;
import dev.assay.api.testing.SmallLimits;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The stream of events, docs/spec/api.md 9.15. */
@QuarkusTest
@TestProfile(SmallLimits.class)
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class EventStreamTest {
  @Inject Site site;
  @Inject EventStream streams;

  @BeforeEach
  void open() {
    site.open();
    EventRows.clear(site);
    await().until(() -> streams.count() == 0);
  }

  @Test
  void sends_what_happens_from_now_on() {
    EventRows.begun(site, site.node());
    var node = site.node("{\"driver\":\"fake-hardware\",\"name\":\"rack-1\"}");
    try (var client = new StreamClient("")) {
      await().until(() -> !client.lastId().isEmpty());

      var inspection = EventRows.begun(site, node);
      EventRows.failed(site, inspection);

      await().until(() -> client.received().size() == 2);
      var first = client.received().getFirst();
      assertThat(first.type()).isEqualTo("stage");
      assertThat(first.data().path("id").asText()).isEqualTo(first.id());
      assertThat(first.data().path("inspection_uuid").asText()).isEqualTo(inspection);
      assertThat(first.data().path("node_uuid").asText()).isEqualTo(node);
      assertThat(first.data().path("node_name").asText()).isEqualTo("rack-1");
      assertThat(first.data().path("cause").asText()).isEqualTo("requested");
      assertThat(first.data().path("stage").asText()).isEqualTo("starting");
      assertThat(first.data().path("previous_stage").isNull()).isTrue();
      var second = client.received().getLast().data();
      assertThat(second.path("stage").asText()).isEqualTo("error");
      assertThat(second.path("previous_stage").asText()).isEqualTo("starting");
      assertThat(second.path("error_code").asText()).isEqualTo("BMC_UNREACHABLE");
      assertThat(second.path("error").asText()).isEqualTo("It is off.");
    }
  }

  @Test
  void a_client_that_comes_back_gets_what_it_missed_once() {
    String last;
    try (var client = new StreamClient("")) {
      await().until(() -> !client.lastId().isEmpty());
      last = client.lastId(); // before the first event
    }
    var missed = begun(300); // more than a page
    try (var client = new StreamClient("", "Last-Event-ID", last)) {
      await().until(() -> client.received().size() >= 300);
      var later = begun(2);
      await().until(() -> client.received().size() >= 302);
      assertThat(client.inspections()).startsWith(missed.toArray(String[]::new));
      assertThat(client.inspections()).endsWith(later.toArray(String[]::new)).hasSize(302);
    }
    try (var client = new StreamClient("?last_event_id=" + last)) {
      await().until(() -> client.received().size() == 302);
    }
  }

  @Test
  void a_client_that_missed_nothing_is_live_beside_one_that_came_later() {
    String last;
    try (var client = new StreamClient("")) {
      await().until(() -> !client.lastId().isEmpty());
      last = client.lastId();
    }
    site.run("update inspection_event_horizon set id = id"); // so that a later place exists
    try (var later = new StreamClient("");
        var client = new StreamClient("", "Last-Event-ID", last)) {
      await().until(() -> later.comments().size() > 0 && !later.lastId().equals(last));

      // only signs of life of a live stream have an id
      await().until(() -> !client.lastId().equals(last) && !client.lastId().isEmpty());

      var event = begun(1).getFirst();
      await().until(() -> client.inspections().equals(List.of(event)));
      await().until(() -> later.inspections().equals(List.of(event)));
    }
  }

  @Test
  void none_is_missed_while_others_are_committed_late() throws Exception {
    var all = new CopyOnWriteArrayList<String>();
    try (var client = new StreamClient("")) {
      await().until(() -> !client.lastId().isEmpty());
      var threads =
          IntStream.range(0, 40)
              .mapToObj(_ -> Thread.ofVirtual().start(() -> all.add(committedLate())))
              .toList();
      for (var thread : threads) {
        thread.join();
      }
      await().until(() -> client.received().size() >= 40);
      assertThat(client.inspections()).containsExactlyInAnyOrderElementsOf(all);
    }
  }

  @Test
  void streams_that_are_written_in_turn_get_every_event_once_and_in_order() {
    var open = new ArrayList<StreamClient>();
    try {
      var expected = new ArrayList<String>();
      for (var i = 0; i < STREAMS; i++) {
        var client = new StreamClient("");
        open.add(client);
        await().until(() -> !client.lastId().isEmpty());
        expected.addAll(begun(300)); // while others join, and while others are written
      }
      expected.addAll(begun(300));

      var end = expected.getLast();
      for (var i = 0; i < STREAMS; i++) {
        var client = open.get(i);
        await().until(() -> client.inspections().contains(end));
        assertThat(client.inspections()).isEqualTo(expected.subList(300 * i, expected.size()));
      }
    } finally {
      open.forEach(StreamClient::close);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "node=NODE, 2",
    "node=rack-7, 2",
    "node=NODE&node=rack-8, 3",
    "'node=NODE,rack-8', 3",
    "stage=error, 1",
    "'stage=error,starting', 3",
    "error=true, 1",
    "cause=out_of_band, 1",
    "conductor_group=other, 1",
    "conductor_group=, 2",
    "node=rack-7&error=true, 1",
    "cause=reapplied, 0"
  })
  void sends_only_what_meets_all_conditions(String query, int expected) {
    var node = site.node("{\"driver\":\"fake-hardware\",\"name\":\"rack-7\"}");
    var other =
        site.node(
            "{\"driver\":\"fake-hardware\",\"name\":\"rack-8\",\"conductor_group\":\"other\"}");
    try (var client = new StreamClient("?" + query.replace("NODE", node));
        var whole = new StreamClient("")) {
      await().until(() -> !client.lastId().isEmpty() && !whole.lastId().isEmpty());
      EventRows.failed(site, EventRows.begun(site, node));
      EventRows.begun(site, other, "out_of_band");
      await().until(() -> whole.received().size() == 3);
      var end = whole.lastId();
      // Which comes with the event, or with a sign of life when the event is not wanted.
      await().until(() -> client.lastId().equals(end));
      assertThat(client.received()).hasSize(expected);
    }
  }

  @Test
  void a_client_whose_last_event_is_followed_by_deleted_ones_is_told() {
    String last;
    try (var client = new StreamClient("")) {
      await().until(() -> !client.lastId().isEmpty());
      last = client.lastId();
    }
    begun(1);
    var kept = begun(1);
    site.run(
        """
        with gone as (delete from inspection_event
          where inspection_uuid <> ?1 returning xid, id)
        update inspection_event_horizon h set xid = g.xid, id = g.id from gone g
        """,
        UUID.fromString(kept.getFirst()));

    try (var client = new StreamClient("", "Last-Event-ID", last)) {
      await().until(() -> client.received().size() == 2);
      var gap = client.received().getFirst();
      assertThat(gap.type()).isEqualTo("gap");
      assertThat(gap.data().path("last_event_id").asText()).isEqualTo(last);
      assertThat(client.inspections().getLast()).isEqualTo(kept.getFirst());
    }
  }

  @Test
  void a_silent_stream_gives_signs_of_life() {
    try (var client = new StreamClient("?error=true")) {
      await().until(() -> client.comments().size() >= 2);
    }
  }

  @Test
  void no_more_streams_than_allowed_are_served_and_one_that_ends_makes_room() throws Exception {
    var open = new ArrayList<StreamClient>();
    try {
      for (var i = 0; i < STREAMS; i++) {
        open.add(new StreamClient(""));
      }
      try (var http = HttpClient.newHttpClient()) {
        var refused = StreamClient.send(http, "");
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(refused.body().collect(Collectors.joining()))
            .contains("assay.events.max-subscribers", "application/json");
      }
      open.removeLast().close();
      await().until(() -> streams.count() == STREAMS - 1);
      open.add(new StreamClient(""));
    } finally {
      open.forEach(StreamClient::close);
    }
  }

  @Test
  void a_client_that_does_not_read_is_cut_off_and_the_others_go_on() throws IOException {
    try (var client = new StreamClient("");
        var lazy = new Socket()) {
      lazy.setReceiveBufferSize(4096);
      lazy.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), RestAssured.port));
      lazy.getOutputStream()
          .write(
              "GET /v1/events HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      await().until(() -> streams.count() == 2);
      var before = begun(1).getFirst();
      await().until(() -> client.inspections().contains(before));

      // some 400 bytes each: more than all buffers between take
      site.run(
          """
          insert into inspection_event (at, node_uuid, conductor_group, inspection_uuid, cause,
            stage, error)
          select now(), gen_random_uuid(), '', gen_random_uuid(), 'requested', 'error',
            repeat('x', 2000)
          from generate_series(1, 5000)
          """);

      await().until(() -> client.received().size() == 5001);
      await().until(() -> streams.count() == 1);
      assertThat(new HashSet<>(client.inspections())).hasSize(5001);
      var after = begun(1).getFirst();
      await().until(() -> client.inspections().contains(after));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "?colour=red, 400, Unknown query parameters",
    "?stage=melting, 400, Unknown stage 'melting'. Known are: aborting",
    "?cause=boredom, 400, Unknown cause 'boredom'",
    "?error=perhaps, 400, Expected a boolean for error",
    "?last_event_id=yesterday, 400, is not the id of an event; leave it out",
    "?node=nobody, 404, Node nobody could not be found"
  })
  void what_cannot_be_meant_is_refused(String query, int status, String sentence) {
    try (var http = HttpClient.newHttpClient()) {
      var refused = StreamClient.send(http, query);
      assertThat(refused.statusCode()).isEqualTo(status);
      assertThat(refused.body().collect(Collectors.joining())).contains(sentence);
    }
    assertThat(streams.count()).isZero();
  }

  /** An event in a transaction that lasts for up to half a second. */
  private String committedLate() {
    var inspection = UUID.randomUUID();
    site.within(
        () -> {
          EventRows.recorded(site, UUID.randomUUID(), inspection);
          site.join(
              """
              with pause as materialized (select pg_sleep(random() / 2))
              update inspection_event set error = null from pause where inspection_uuid = ?1
              """,
              inspection);
        });
    return inspection.toString();
  }

  /** So many inspections, of new nodes, in order. */
  private List<String> begun(int number) {
    var node = UUID.randomUUID();
    var inspections = new ArrayList<String>();
    site.within(
        () -> {
          for (var i = 0; i < number; i++) {
            var inspection = UUID.randomUUID();
            inspections.add(inspection.toString());
            EventRows.recorded(site, node, inspection);
          }
        });
    return inspections;
  }
}
