package dev.assay.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.Site;
import dev.assay.testing.EmbeddedDatabase;
import io.agroal.api.AgroalDataSource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Requests whose connections to the database are ended at any moment. Source: spec api.md 3. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class LostConnectionsTest {
  private static final Duration DURATION = Duration.ofSeconds(10);
  private static final String END_ALL =
      "select count(pg_terminate_backend(pid)) from pg_stat_activity"
          + " where backend_type = 'client backend' and pid <> pg_backend_pid()";

  @Inject AgroalDataSource database;
  @Inject Site site;

  @BeforeEach
  void open() {
    site.open();
  }

  @Test
  void are_answered_503_and_never_500() throws Exception {
    var node = site.node();
    var requests =
        List.<Supplier<Response>>of(
            () -> site.api().get("/v1/nodes"),
            () -> site.api().get("/v1/nodes?detail=true"),
            () -> site.api().get("/v1/ports"),
            () -> site.api().body("{\"driver\":\"fake-hardware\"}").post("/v1/nodes"),
            () -> site.api().put("/v1/nodes/" + node + "/maintenance"),
            () ->
                site.api()
                    .body("[{\"op\":\"add\",\"path\":\"/extra/a\",\"value\":1}]")
                    .patch("/v1/nodes/" + node));
    var answers = new ConcurrentLinkedQueue<Response>();
    var end = System.nanoTime() + DURATION.toNanos();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var request : requests) {
        threads.execute(() -> repeat(request, answers, end));
      }
      endConnections(end);
    }

    assertThat(List.copyOf(answers))
        .allSatisfy(
            answer -> {
              assertThat(answer.statusCode())
                  .as(answer.asString())
                  .isIn(200, 201, 202, 409, 503); // 409: another request has locked the node
              if (answer.statusCode() == 503) {
                assertThat(answer.header("Retry-After")).isEqualTo("5");
              }
            });
    assertThat(answers.stream().filter(answer -> answer.statusCode() == 503).count())
        .as("requests that met an ended connection")
        .isPositive();
    await()
        .atMost(20, TimeUnit.SECONDS)
        .until(() -> site.api().get("/v1/nodes").statusCode() == 200);
  }

  private static void repeat(Supplier<Response> request, Queue<Response> answers, long end) {
    while (System.nanoTime() < end) {
      answers.add(request.get());
    }
  }

  /** Ends all other connections again and again, now and then after a moment without. */
  private void endConnections(long end) throws SQLException, InterruptedException {
    var pauses = new ArrayList<>(List.of(5, 11, 23, 2, 47));
    var url =
        database
            .getConfiguration()
            .connectionPoolConfiguration()
            .connectionFactoryConfiguration()
            .jdbcUrl();
    try (var connection = DriverManager.getConnection(url, "postgres", "postgres");
        var statement = connection.createStatement()) {
      while (System.nanoTime() < end) {
        statement.execute(END_ALL);
        var pause = pauses.removeFirst();
        TimeUnit.MILLISECONDS.sleep(pause);
        pauses.add(pause);
      }
    }
  }
}
