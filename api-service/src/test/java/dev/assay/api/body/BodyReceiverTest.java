package dev.assay.api.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.inject.Vetoed;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a body is handled while the disk is slow; the test decides when a piece is written. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class BodyReceiverTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final int LENGTH = 100_000;
  private static final int SHORT = 1000;

  private final Vertx vertx = Vertx.vertx();
  private final AtomicLong time = new AtomicLong();
  private final AtomicInteger handedOn = new AtomicInteger();
  private final AtomicInteger over = new AtomicInteger();
  private final Queue<Arrived> arrived = new ConcurrentLinkedQueue<>();
  private SlowDisk bodies;
  private HttpServer server;

  /** Writes at once, and reports completion when the test says so. */
  @Vetoed
  private static final class SlowDisk extends BodiesBeingReceived {
    private final Queue<Promise<Void>> written = new ConcurrentLinkedQueue<>();
    private final AtomicInteger begun = new AtomicInteger();

    private SlowDisk(BodyConfig config, Vertx vertx, AtomicLong time) {
      super(config, vertx, time::get);
    }

    @Override
    public void receive(RoutingContext context, long limit) {
      super.receive(context, limit);
      begun.incrementAndGet();
    }

    @Override
    Future<Void> write(BodyFile file, Pieces piece) {
      var told = Promise.<Void>promise();
      return super.write(file, piece)
          .compose(
              _ -> {
                written.add(told);
                return told.future();
              });
    }

    private void finishNext() {
      await().atMost(LIMIT).until(() -> !written.isEmpty());
      written.remove().complete();
    }
  }

  private record Arrived(RoutingContext context, Context owner) {}

  @BeforeEach
  void listen(@TempDir Path folder) throws Exception {
    bodies = new SlowDisk(new LittleDisk(folder), vertx, time);
    var router = Router.router(vertx);
    router
        .route()
        .handler(
            context -> {
              arrived.add(new Arrived(context, Vertx.currentContext()));
              context.addEndHandler(_ -> over.incrementAndGet());
              context.addEndHandler(_ -> WholeBody.discard(context));
              if (context.normalizedPath().equals("/later")) {
                context.request().pause(); // as during a password check
              } else {
                bodies.receive(context, 1 << 20);
              }
            });
    router
        .route()
        .handler(
            _ -> {
              handedOn.incrementAndGet(); // to a resource that does not exist
            });
    server =
        vertx
            .createHttpServer()
            .requestHandler(router)
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .get(20, TimeUnit.SECONDS);
  }

  @AfterEach
  void close() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
  }

  @Test
  void who_leaves_before_the_last_piece_is_written_holds_no_disk() throws IOException {
    try (var client = post("/", LENGTH)) {
      send(client, LENGTH);
      bodies.finishNext();
      await().atMost(LIMIT).until(() -> !bodies.written.isEmpty()); // the last one
      assertThat(bodies.onDisk()).isEqualTo(LENGTH);
    }
    await().atMost(LIMIT).until(() -> over.get() == 1);
    bodies.finishNext();

    await().atMost(LIMIT).until(() -> bodies.onDisk() == 0);
    assertThat(bodies.inMemory()).isZero();
    assertThat(handedOn).hasValue(0);
  }

  @ParameterizedTest
  @ValueSource(ints = {SHORT, SHORT - 1})
  void who_leaves_before_a_short_body_is_read_holds_no_memory(int sent) throws IOException {
    try (var client = post("/later", SHORT)) {
      send(client, sent);
      await().atMost(LIMIT).until(() -> arrived.size() == 1);
    }
    await().atMost(LIMIT).until(() -> over.get() == 1);
    var request = arrived.remove();
    request.owner().runOnContext(_ -> bodies.receive(request.context(), 1 << 20));

    await().atMost(LIMIT).until(() -> bodies.begun.get() == 1 && bodies.count() == 0);
    assertThat(bodies.inMemory()).isZero();
    assertThat(handedOn).hasValue(0);
  }

  @Test
  void a_slow_disk_is_not_blamed_on_the_sender() throws IOException {
    try (var client = post("/", LENGTH)) {
      send(client, LENGTH);
      await().atMost(LIMIT).until(() -> !bodies.written.isEmpty());
      time.addAndGet(Duration.ofMinutes(1).toNanos());
      bodies.cutSlow();
      assertThat(bodies.takeDisk((16 << 20) - 1, someoneElse())).isFalse();
      bodies.finishNext();
      await().atMost(LIMIT).until(() -> !bodies.written.isEmpty()); // the last one
      bodies.cutSlow();
      bodies.finishNext();

      await().atMost(LIMIT).until(() -> handedOn.get() == 1);
    }
    await().atMost(LIMIT).until(() -> bodies.onDisk() == 0);
  }

  private BodyReceiver someoneElse() {
    return new BodyReceiver(arrived.element().context(), LENGTH, bodies);
  }

  private Socket post(String path, int length) throws IOException {
    var client = new Socket(InetAddress.getLoopbackAddress(), server.actualPort());
    client
        .getOutputStream()
        .write(
            "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
                .formatted(path, length)
                .getBytes(StandardCharsets.US_ASCII));
    return client;
  }

  private static void send(Socket client, int length) throws IOException {
    client.getOutputStream().write(new byte[length]);
    client.getOutputStream().flush();
  }
}
