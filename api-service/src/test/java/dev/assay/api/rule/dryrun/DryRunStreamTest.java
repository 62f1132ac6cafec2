package dev.assay.api.rule.dryrun;

import static dev.assay.api.rule.dryrun.TriedOut.json;
import static dev.assay.api.rule.dryrun.TriedOut.rule;
import static dev.assay.api.testing.Answers.fault;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.api.rule.RuleRequests;
import dev.assay.api.testing.Site;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import jakarta.inject.Inject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** A dry run with more output than the buffers between service and client hold, read slowly. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class DryRunStreamTest {
  private static final int NODES = 150;
  private static final String LARGE = "x".repeat(200_000);
  private static final String COPY =
      rule("", "{'op':'set-plugin-data','args':['copy','{inventory[large]}']}");

  @Inject Site site;
  @Inject RuleRequests stored;
  @Inject TriedOut tried;

  private List<String> nodes = List.of();

  @BeforeEach
  void store() {
    site.open();
    stored.clear();
    tried.clear();
    nodes =
        IntStream.range(0, NODES)
            .mapToObj(_ -> tried.inspected("", "{\"large\":\"%s\"}".formatted(LARGE), "{}"))
            .toList();
  }

  @Test
  void the_first_line_is_here_before_the_last_is_made_and_meanwhile_nothing_is_held()
      throws Exception {
    try (var client = new SlowClient("{\"rules\":[%s]}".formatted(COPY))) {
      assertThat(client.line().path("uuid").asText()).isEqualTo(nodes.getFirst());

      var late = nodes.getLast();
      site.api()
          .body("[{\"op\":\"add\",\"path\":\"/name\",\"value\":\"named-meanwhile\"}]")
          .patch("/v1/nodes/" + late)
          .then()
          .statusCode(200);
      await("no transaction stays open until the client reads on; those of others are short")
          .untilAsserted(
              () ->
                  assertThat(
                          site.ask(
                              "select count(*) from pg_stat_activity"
                                  + " where state like 'idle in transaction%'"))
                      .isEqualTo(0L));

      var lines = client.rest();
      assertThat(lines).hasSize(NODES);
      assertThat(lines.get(NODES - 2).path("uuid").asText()).isEqualTo(late);
      assertThat(lines.get(NODES - 2).path("name").asText()).isEqualTo("named-meanwhile");
      assertThat(lines.getLast().at("/summary/matched").intValue()).isEqualTo(NODES);
    }
  }

  @Test
  void there_is_one_at_a_time_and_one_whose_client_goes_away_is_over() throws Exception {
    try (var client = new SlowClient("{\"rules\":[%s]}".formatted(COPY))) {
      client.line();

      assertThat(fault(tried.post("{\"nodes\":[]}"), 409))
          .startsWith("Another dry run is under way in this process of the API");
    }

    await()
        .untilAsserted(() -> assertThat(tried.post("{\"nodes\":[]}").statusCode()).isEqualTo(200));
  }

  /** Reads only on request. */
  private static final class SlowClient implements AutoCloseable {
    private final HttpClient http = HttpClient.newHttpClient();
    private final BufferedReader in;

    SlowClient(String body) throws Exception {
      var request =
          HttpRequest.newBuilder(
                  URI.create("http://localhost:%d%s".formatted(RestAssured.port, TriedOut.PATH)))
              .header("Content-Type", "application/json")
              .header("X-OpenStack-Ironic-API-Version", "1.96")
              .POST(BodyPublishers.ofString(body))
              .build();
      var answer = http.send(request, BodyHandlers.ofInputStream());
      assertThat(answer.statusCode()).isEqualTo(200);
      in = new BufferedReader(new InputStreamReader(answer.body(), UTF_8));
    }

    JsonNode line() throws IOException {
      return json(in.readLine());
    }

    /** All remaining lines. */
    List<JsonNode> rest() {
      return in.lines().map(TriedOut::json).toList();
    }

    @Override
    public void close() throws IOException {
      in.close();
      http.shutdownNow();
    }
  }
}
