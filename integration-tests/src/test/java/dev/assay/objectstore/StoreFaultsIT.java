package dev.assay.objectstore;

import static dev.assay.objectstore.S3ObjectStoreIT.options;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.stack.FreePorts;
import dev.assay.stack.SwiftServer;
import dev.assay.stack.TcpLink;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real Swift that is killed, stands still, lacks things, or refuses. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class StoreFaultsIT {
  @TempDir static Path folder = Path.of("");
  private static @Nullable SwiftServer server;

  @BeforeAll
  static void a_swift() {
    server = SwiftServer.start(folder);
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Test
  void what_was_put_before_and_after_a_kill_of_the_proxy_is_there() throws Exception {
    var stored = new ConcurrentLinkedQueue<String>();
    var failures = new ConcurrentLinkedQueue<RuntimeException>();
    var go = new AtomicBoolean(true);
    var next = new AtomicInteger();
    try (var store = new S3ObjectStore(options(swift()).withAttempts(3, Duration.ofSeconds(5)));
        var threads = Executors.newVirtualThreadPerTaskExecutor();
        AutoCloseable _ = () -> go.set(false)) { // before the threads are waited for
      for (int i = 0; i < 4; i++) {
        threads.execute(
            () -> {
              while (go.get()) {
                var key = "killed/" + next.incrementAndGet();
                try {
                  store.put(key, content(key));
                  stored.add(key);
                } catch (RuntimeException e) {
                  failures.add(e);
                }
              }
            });
      }
      for (int i = 0; i < 2; i++) {
        int before = stored.size();
        await().until(() -> stored.size() > before + 8);
        swift().proxy().kill();
        int failed = failures.size();
        await().until(() -> failures.size() > failed + 4);
        swift().proxy().start();
      }
      int before = stored.size();
      await().until(() -> stored.size() > before + 8);
      go.set(false);
      threads.shutdown();
      assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
      assertThat(failures).allSatisfy(f -> assertThat(f).isInstanceOf(TemporaryStoreFailure.class));
      for (var key : stored) {
        assertThat(store.get(key)).as(key).hasValue(content(key));
      }
      // What failed is there as a whole or not at all.
      for (int i = 1; i <= next.get(); i++) {
        var key = "killed/" + i;
        store.get(key).ifPresent(found -> assertThat(found).isEqualTo(content(key)));
      }
    }
  }

  @Test
  void a_restart_during_a_call_is_not_noticed() throws Exception {
    // A link that is closed and opened again, since how long Swift takes to start is not known.
    var port = FreePorts.next();
    var link = TcpLink.between(port, swift().port());
    try (var store = new S3ObjectStore(at(port).withAttempts(10, Duration.ofSeconds(10)));
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      store.put("patient", content("before"));
      link.close();
      var put = threads.submit(() -> store.put("patient", content("patient")));
      await().pollDelay(Duration.ofMillis(500)).until(() -> !put.isDone());
      link = TcpLink.between(port, swift().port());
      put.get();
      assertThat(store.get("patient")).hasValue(content("patient"));
    } finally {
      link.close();
    }
  }

  @Test
  void a_proxy_that_stands_still_is_given_up_in_time() {
    try (var store = new S3ObjectStore(options(swift()).withAttempts(2, Duration.ofSeconds(1)))) {
      store.put("frozen", content("frozen"));
      swift().proxy().freeze();
      try {
        var start = System.nanoTime();
        assertThatThrownBy(() -> store.get("frozen"))
            .isInstanceOf(TemporaryStoreFailure.class)
            .hasMessageContaining("did not answer in time");
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(6));
      } finally {
        swift().proxy().thaw();
      }
      await().untilAsserted(() -> assertThat(store.get("frozen")).hasValue(content("frozen")));
    }
  }

  @Test
  void a_network_that_loses_everything_in_the_middle_of_a_put_is_given_up_in_time() {
    try (var link = TcpLink.to(swift().port());
        var store = new S3ObjectStore(through(link).withAttempts(1, Duration.ofSeconds(2)))) {
      store.put("lost", content("lost"));
      link.cut();
      assertThatThrownBy(() -> store.put("lost", new byte[20_000_000]))
          .isInstanceOf(TemporaryStoreFailure.class);
      link.mend();
      await().untilAsserted(() -> assertThat(store.get("lost")).isPresent());
    }
  }

  @Test
  void a_connection_that_was_reset_while_idle_is_opened_again() {
    try (var link = TcpLink.to(swift().port());
        var store = new S3ObjectStore(through(link))) {
      for (int i = 0; i < 3; i++) {
        store.put("reset", content("reset" + i));
        link.reset();
        assertThat(store.get("reset")).hasValue(content("reset" + i));
        link.reset();
      }
    }
  }

  @Test
  void storage_behind_the_proxy_that_is_away_is_temporary() {
    var objects = swift().storage().getLast();
    try (var store = new S3ObjectStore(options(swift()).withAttempts(1, Duration.ofSeconds(20)))) {
      store.put("behind", content("behind"));
      objects.kill();
      try {
        assertThatThrownBy(() -> store.put("behind", content("never")))
            .isInstanceOf(TemporaryStoreFailure.class);
        assertThatThrownBy(() -> store.get("behind")).isInstanceOf(TemporaryStoreFailure.class);
      } finally {
        objects.start();
      }
      // The proxy avoids a server that failed for a while; see error_suppression_interval.
      swift().proxy().kill();
      swift().proxy().start();
      assertThat(store.get("behind")).hasValue(content("behind"));
    }
  }

  @Test
  void an_object_that_was_damaged_on_the_disk_is_not_returned() throws IOException {
    try (var store = new S3ObjectStore(options(swift()).withAttempts(1, Duration.ofSeconds(10)))) {
      var before = swift().objectFiles();
      store.put("damaged", content("damaged"));
      var files = new ArrayList<>(swift().objectFiles());
      files.removeAll(before);
      assertThat(files).hasSize(1);
      Files.write(files.getFirst(), content("demagad"));
      assertThatThrownBy(() -> store.get("damaged"))
          .isInstanceOf(PermanentStoreFailure.class)
          .hasMessageContaining("assay/damaged is damaged");
    }
  }

  @Test
  void a_wrong_secret_key_is_told() {
    refused(
        options(swift()).withKeys(SwiftServer.ACCESS_KEY, "wrong-secret"),
        "SignatureDoesNotMatch",
        "correct assay.inventory.s3.secret-key");
  }

  @Test
  void an_access_key_that_nobody_knows_is_told() {
    refused(
        options(swift()).withKeys("assay:stranger", SwiftServer.SECRET_KEY),
        "What to do: correct assay.inventory.s3.");
  }

  @Test
  void a_key_without_rights_is_told() {
    refused(
        options(swift()).withKeys(SwiftServer.ACCESS_KEY_WITHOUT_RIGHTS, SwiftServer.SECRET_KEY),
        "AccessDenied",
        "let the key read, write, delete and list objects");
  }

  @Test
  void a_missing_bucket_is_told() {
    refused(
        options(swift()).withBucket("not-there"),
        "NoSuchBucket",
        "create the bucket, or correct assay.inventory.s3.bucket");
  }

  @Test
  void a_region_that_the_store_does_not_serve_is_told() {
    refused(options(swift()).withRegion("mars-1"), "correct assay.inventory.s3.region");
  }

  private static void refused(Options options, String... parts) {
    try (var store = new S3ObjectStore(options)) {
      for (var call :
          List.<ThrowingCallable>of(
              () -> store.put("key", content("key")),
              () -> store.get("key"),
              () -> store.delete(List.of("key")),
              () -> store.list("", Optional.empty(), 1))) {
        assertThatThrownBy(call)
            .isInstanceOf(PermanentStoreFailure.class)
            .hasMessageContainingAll(parts);
      }
    }
  }

  private static Options through(TcpLink link) {
    return at(link.port());
  }

  private static Options at(int port) {
    return Options.at("http://127.0.0.1:" + port)
        .withBucket(SwiftServer.BUCKET)
        .withKeys(SwiftServer.ACCESS_KEY, SwiftServer.SECRET_KEY)
        .withAttempts(3, Duration.ofSeconds(5));
  }

  private static byte[] content(String text) {
    return text.repeat(500).getBytes(StandardCharsets.UTF_8);
  }

  private static SwiftServer swift() {
    return Objects.requireNonNull(server);
  }
}
