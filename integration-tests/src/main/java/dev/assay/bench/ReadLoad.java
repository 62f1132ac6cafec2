package dev.assay.bench;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Sends requests in a closed loop over a fixed number of connections: each connection sends the
 * next request after a response. One event loop drives all of them, which leaves the processors to
 * the service under test.
 */
final class ReadLoad implements AutoCloseable {
  private static final long MAX_MICROS = TimeUnit.SECONDS.toMicros(60);

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final HttpClient http;
  private final int connections;
  private final int nodes;

  /** The tags of pages, by path; used only by the event loop. */
  private final Map<String, String> tags = new HashMap<>();

  /**
   * The results of one kind of request: response times in microseconds and the number of failed
   * requests.
   */
  record Result(Histogram micros, double seconds, long bad) {}

  ReadLoad(String address, int connections, int nodes) {
    var uri = URI.create(address);
    this.http =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setDefaultHost(uri.getHost())
                .setDefaultPort(uri.getPort())
                .setKeepAlive(true),
            new PoolOptions().setHttp1MaxSize(connections));
    this.connections = connections;
    this.nodes = nodes;
  }

  /** Sends requests of one kind on all connections, for {@code seconds} or until it has no more. */
  Result run(ReadKind kind, int seconds) {
    var run = new Run(kind, seconds);
    for (int i = 0; i < connections; i++) {
      vertx.runOnContext(_ -> run.ask());
    }
    return run.result();
  }

  private final class Run {
    private final ReadKind kind;
    private final long start = System.nanoTime();
    private final long end;
    private final Histogram micros = new Histogram(MAX_MICROS, 3); // written only by the event loop
    private final SplittableRandom random = new SplittableRandom(7);
    private final CountDownLatch open = new CountDownLatch(connections);
    private final int most;
    private int asked;
    private long bad;

    private Run(ReadKind kind, int seconds) {
      this.kind = kind;
      this.end = start + TimeUnit.SECONDS.toNanos(seconds);
      this.most = kind.most(nodes);
    }

    private void ask() {
      long sent = System.nanoTime();
      if (sent >= end || asked == most) {
        open.countDown();
        return;
      }
      var ask = kind.next(random, nodes, asked++);
      if (kind.isConditional() && !tags.containsKey(ask.path())) {
        learnTag(ask);
        return;
      }
      request(ask)
          .compose(request -> send(request, ask))
          .compose(answer -> answer.body().map(_ -> answer.statusCode()))
          .onComplete(
              done -> {
                if (done.failed() || done.result() != kind.status()) {
                  bad++;
                  tags.remove(ask.path());
                }
                micros.recordValue(Math.min(MAX_MICROS, (System.nanoTime() - sent) / 1000));
                ask();
              });
    }

    /** Asks for a page without its tag, which is not counted. */
    private void learnTag(ReadKind.Ask ask) {
      request(ask)
          .compose(request -> send(request, ask))
          .compose(answer -> answer.body().map(_ -> answer.getHeader("ETag")))
          .onComplete(
              done -> {
                if (done.succeeded() && done.result() != null) {
                  tags.put(ask.path(), done.result());
                } else {
                  bad++;
                }
                ask();
              });
    }

    private Future<HttpClientRequest> request(ReadKind.Ask ask) {
      var options =
          new RequestOptions()
              .setMethod(ask.method())
              .setURI(ask.path())
              .putHeader("X-OpenStack-Ironic-API-Version", "1.115");
      if (kind.isConditional() && tags.containsKey(ask.path())) {
        options.putHeader("If-None-Match", tags.get(ask.path()));
      }
      return http.request(options);
    }

    private Future<HttpClientResponse> send(HttpClientRequest request, ReadKind.Ask ask) {
      return ask.body() == null
          ? request.send()
          : request.putHeader("Content-Type", "application/json").send(ask.body());
    }

    private Result result() {
      try {
        open.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while measuring", e);
      }
      return new Result(micros, (System.nanoTime() - start) / 1e9, bad);
    }
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
