package dev.assay.api.http;

import static io.restassured.RestAssured.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.liveness.Loops;
import dev.assay.testing.OwnDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A database whose processes are frozen with all connections open, as in a paused machine. */
@QuarkusTest
@QuarkusTestResource(value = OwnDatabase.class, restrictToAnnotatedClass = true)
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class FrozenDatabaseTest {
  /**
   * Three seconds for a response on a socket, or ten for a connection of the pool, and a margin.
   */
  private static final Duration LIMIT = Duration.ofSeconds(25);

  @Inject Loops loops;

  @AfterEach
  void thaw() {
    OwnDatabase.thaw();
  }

  @Test
  void is_no_reason_to_be_restarted_but_a_thread_that_stopped_is() {
    var dead = loops.add("dead", Duration.ofNanos(-1));
    var answer = get("/q/health/live");
    dead.end();

    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.asString()).contains("\"dead\"");
    assertThat(get("/q/health/live").statusCode()).isEqualTo(200);
  }

  @Test
  void is_answered_with_503_within_the_limits_and_works_again_afterwards() {
    assertThat(get("/v1/nodes").statusCode()).isEqualTo(200);

    OwnDatabase.freeze();
    var start = System.nanoTime();
    var answers = Stream.of("/v1/nodes", "/v1/ports").parallel().map(path -> get(path)).toList();
    assertThat(answers)
        .allSatisfy(
            answer -> {
              assertThat(answer.statusCode()).isEqualTo(503);
              assertThat(answer.header("Retry-After")).isEqualTo("5");
              assertThat(answer.asString()).contains("The database does not answer now");
            });
    assertThat(get("/q/health/live").statusCode()).isEqualTo(200);
    assertThat(get("/q/health/ready").statusCode()).isEqualTo(503);
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LIMIT);

    OwnDatabase.thaw();
    await()
        .atMost(20, TimeUnit.SECONDS)
        .untilAsserted(() -> assertThat(get("/v1/nodes").statusCode()).isEqualTo(200));
  }
}
