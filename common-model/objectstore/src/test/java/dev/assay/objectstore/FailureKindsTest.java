package dev.assay.objectstore;

import static dev.assay.objectstore.ScriptedStore.answer;
import static dev.assay.objectstore.ScriptedStore.error;
import static dev.assay.objectstore.ScriptedStore.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What callers are told when the store answers badly, late or not at all. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class FailureKindsTest {
  @ParameterizedTest
  @CsvSource({
    "500, InternalError",
    "502, BadGateway",
    "503, ServiceUnavailable",
    "503, SlowDown",
    "504, GatewayTimeout",
    "507, InsufficientStorage",
    "429, TooManyRequests",
    "408, RequestTimeout",
    "400, RequestTimeout",
    "400, BadDigest",
    "409, OperationAborted"
  })
  void what_may_pass_is_temporary(int status, String code) throws IOException {
    try (var server = new ScriptedStore(error(status, code));
        var store = new S3ObjectStore(server.options())) {
      assertThatThrownBy(() -> store.put("key", new byte[1]))
          .isInstanceOf(TemporaryStoreFailure.class)
          .hasMessageContaining("inventories at http://127.0.0.1")
          .hasMessageContaining(String.valueOf(status))
          .hasMessageContaining(code);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "403 | AccessDenied | let the key read, write, delete and list",
        "403 | SignatureDoesNotMatch | correct assay.inventory.s3.secret-key",
        "403 | InvalidAccessKeyId | correct assay.inventory.s3.access-key",
        "404 | NoSuchBucket | create the bucket, or correct assay.inventory.s3.bucket",
        "400 | AuthorizationHeaderMalformed | correct assay.inventory.s3.region",
        "301 | PermanentRedirect | correct assay.inventory.s3.region and endpoint",
        "403 | QuotaExceeded | raise the quota",
        "405 | MethodNotAllowed | check that assay.inventory.s3.endpoint is the S3 API",
        "501 | NotImplemented | check that assay.inventory.s3.endpoint is the S3 API"
      })
  void what_somebody_must_mend_is_permanent_and_says_how(int status, String code, String advice)
      throws IOException {
    try (var server = new ScriptedStore(error(status, code));
        var store = new S3ObjectStore(server.options().withAttempts(3, Duration.ofSeconds(5)))) {
      assertThatThrownBy(() -> store.put("key", new byte[1]))
          .isInstanceOf(PermanentStoreFailure.class)
          .hasMessageContaining(code)
          .hasMessageContaining("What to do: ")
          .hasMessageContaining(advice);
      assertThat(server.requests()).as("not tried again").hasSize(1);
    }
  }

  @Test
  void a_clock_that_is_wrong_is_told() throws IOException {
    // The library corrects its clock by the answer's header Date, and tries again.
    refused(error(403, "RequestTimeTooSkewed"), "set the clock of this host or of the store");
  }

  @Test
  void an_answer_of_which_java_gives_the_status_alone_is_told() throws IOException {
    refused(error(401, "unread"), "status 401");
  }

  private static void refused(ScriptedStore.Answer answer, String sentence) throws IOException {
    try (var server = new ScriptedStore(answer);
        var store = new S3ObjectStore(server.options())) {
      assertThatThrownBy(() -> store.put("key", new byte[1]))
          .isInstanceOf(PermanentStoreFailure.class)
          .hasMessageContaining(sentence);
    }
  }

  @Test
  void pages_of_something_else_are_no_answers() throws IOException {
    var page = answer(200, "text/html", "<html><p>Welcome<br></html>");
    try (var server = new ScriptedStore(page);
        var store = new S3ObjectStore(server.options())) {
      assertThatThrownBy(() -> store.list("", Optional.empty(), 1))
          .isInstanceOf(StoreFailure.class);
    }
    var unavailable = answer(503, "text/html", "<html>" + "No server is available ".repeat(999));
    try (var server = new ScriptedStore(unavailable);
        var store = new S3ObjectStore(server.options())) {
      assertThatThrownBy(() -> store.get("key"))
          .isInstanceOf(TemporaryStoreFailure.class)
          .satisfies(failure -> assertThat(failure.getMessage()).hasSizeLessThan(1000));
    }
  }

  @Test
  void only_the_store_can_say_that_an_object_is_absent() throws IOException {
    for (var page : new String[] {"", "<html>Not found</html>", "Not found"}) {
      try (var server = new ScriptedStore(answer(404, "text/html", page));
          var store = new S3ObjectStore(server.options())) {
        assertThatThrownBy(() -> store.get("key"))
            .isInstanceOf(PermanentStoreFailure.class)
            .hasMessageContaining("status 404")
            .hasMessageContaining("correct assay.inventory.s3.endpoint and bucket");
      }
    }
    try (var server = new ScriptedStore(error(404, "NoSuchKey"));
        var store = new S3ObjectStore(server.options())) {
      assertThat(store.get("key")).isEmpty();
    }
  }

  @Test
  void a_call_is_repeated_as_often_as_configured() throws IOException {
    try (var server =
            new ScriptedStore(
                error(503, "SlowDown"),
                error(500, "InternalError"),
                answer(200, "text/plain", ""));
        var store = new S3ObjectStore(server.options().withAttempts(3, Duration.ofSeconds(10)))) {
      store.put("key", new byte[1]);
      assertThat(server.requests()).hasSize(3).containsOnly("PUT /inventories/assay/key");
    }
  }

  @Test
  void an_answer_that_stalls_is_given_up_in_time() throws IOException {
    var end = new CountDownLatch(1);
    try (var server = new ScriptedStore(_ -> end.await());
        var store = new S3ObjectStore(server.options().withAttempts(2, Duration.ofSeconds(1)))) {
      assertThat(timeOf(() -> store.put("key", new byte[1_000_000]), "did not answer in time"))
          .isBetween(Duration.ofMillis(900), Duration.ofSeconds(5));
      end.countDown();
    }
  }

  @Test
  void an_answer_that_trickles_is_given_up_in_time() throws IOException {
    var end = new CountDownLatch(1);
    try (var server =
            new ScriptedStore(
                exchange -> {
                  exchange.sendResponseHeaders(200, 1_000_000);
                  do {
                    exchange.getResponseBody().write('x');
                    exchange.getResponseBody().flush();
                  } while (!end.await(100, TimeUnit.MILLISECONDS));
                });
        var store = new S3ObjectStore(server.options())) {
      assertThat(timeOf(() -> store.get("key"), "did not answer in time"))
          .isBetween(Duration.ofMillis(900), Duration.ofSeconds(5));
      end.countDown();
    }
  }

  @Test
  void a_port_on_which_nobody_listens_is_temporary() throws IOException {
    var closed = new ScriptedStore(error(500, "unused"));
    var options = closed.options();
    closed.close();
    try (var store = new S3ObjectStore(options)) {
      assertThatThrownBy(() -> store.get("key"))
          .isInstanceOf(TemporaryStoreFailure.class)
          .hasMessageContaining("cannot be reached")
          .hasMessageContaining("Connection refused");
    }
  }

  @Test
  void a_host_name_that_nobody_knows_is_temporary() {
    try (var store = new S3ObjectStore(Options.at("http://store.invalid:8080"))) {
      assertThatThrownBy(() -> store.get("key"))
          .isInstanceOf(TemporaryStoreFailure.class)
          .hasMessageContaining("cannot be reached")
          .hasMessageContaining("store.invalid");
    }
  }

  @Test
  void an_answer_that_ends_early_is_read_again() throws IOException {
    var sum = Checksums.sha256("content".getBytes(StandardCharsets.UTF_8));
    try (var server =
            new ScriptedStore(
                exchange -> {
                  exchange.sendResponseHeaders(200, 1000);
                  exchange.getResponseBody().write(new byte[500]);
                  exchange.getResponseBody().flush();
                  throw new IOException("cut");
                },
                object("content", sum));
        var store = new S3ObjectStore(server.options().withAttempts(2, Duration.ofSeconds(10)))) {
      assertThat(store.get("key")).hasValue("content".getBytes(StandardCharsets.UTF_8));
    }
  }

  @Test
  void a_damaged_object_is_read_again_and_then_reported() throws IOException {
    var sum = Checksums.sha256("content".getBytes(StandardCharsets.UTF_8));
    try (var server = new ScriptedStore(object("contemt", sum), object("content", sum));
        var store = new S3ObjectStore(server.options())) {
      assertThat(store.get("key")).hasValue("content".getBytes(StandardCharsets.UTF_8));
    }
    try (var server = new ScriptedStore(object("contemt", sum));
        var store = new S3ObjectStore(server.options())) {
      assertThatThrownBy(() -> store.get("key"))
          .isInstanceOf(PermanentStoreFailure.class)
          .hasMessageContaining("assay/key is damaged");
    }
  }

  @Test
  void an_object_that_is_too_large_is_not_read() throws IOException {
    try (var server =
            new ScriptedStore(
                exchange -> {
                  exchange.sendResponseHeaders(200, 1L << 40);
                  var block = new byte[1 << 20];
                  while (true) {
                    exchange.getResponseBody().write(block);
                  }
                });
        var store = new S3ObjectStore(server.options().withAttempts(1, Duration.ofSeconds(30)))) {
      assertThatThrownBy(() -> store.get("key"))
          .isInstanceOf(PermanentStoreFailure.class)
          .hasMessageContaining("assay/key has more than 67108864 bytes");
    }
  }

  @Test
  void an_object_that_cannot_be_deleted_fails_the_call() throws IOException {
    var refused =
        """
        <DeleteResult><Error><Key>assay/b</Key><Code>%s</Code><Message>no</Message></Error>
        </DeleteResult>""";
    try (var server =
            new ScriptedStore(
                answer(200, "application/xml", refused.formatted("AccessDenied")),
                answer(200, "application/xml", refused.formatted("InternalError")),
                answer(200, "application/xml", refused.formatted("NoSuchKey")));
        var store = new S3ObjectStore(server.options())) {
      var keys = List.of("a", "b");
      assertThatThrownBy(() -> store.delete(keys))
          .isInstanceOf(PermanentStoreFailure.class)
          .hasMessageContaining("refuses to delete assay/b");
      assertThatThrownBy(() -> store.delete(keys)).isInstanceOf(TemporaryStoreFailure.class);
      store.delete(keys);
    }
  }

  @Test
  void no_message_shows_the_secret_key() throws IOException {
    try (var server = new ScriptedStore(error(403, "SignatureDoesNotMatch"));
        var store = new S3ObjectStore(server.options())) {
      assertThatThrownBy(() -> store.get("key"))
          .satisfies(
              failure -> {
                var printed = new StringWriter();
                failure.printStackTrace(new PrintWriter(printed));
                assertThat(printed.toString()).doesNotContain("not-to-be-shown");
              });
      assertThat(store.toString()).doesNotContain("not-to-be-shown");
    }
  }

  private static Duration timeOf(ThrowingCallable call, String message) {
    long start = System.nanoTime();
    assertThatThrownBy(call)
        .isInstanceOf(TemporaryStoreFailure.class)
        .hasMessageContaining(message);
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
