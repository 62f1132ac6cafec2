package dev.assay.simulator.bmc;

import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.Misbehaviour;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP server of a BMC, on its own port. All BMCs of a rack share the event loops of one Vertx.
 */
public final class BmcServer {
  /** What broken firmware and foreign web servers answer, in turn. */
  private static final List<Buffer> GARBAGE =
      List.of(
          Buffer.buffer("<!DOCTYPE html><html><body>Please log in</body></html>"),
          Buffer.buffer("{\"@odata.id\": \"/redfish/v1/\", \"Systems\": {\"@oda"),
          Buffer.buffer(new byte[] {0, (byte) 0xff, 0x1f, (byte) 0x8b, 8, 0, '"', '{', '['}),
          Buffer.buffer("{\"PowerState\": {\"On\": 7}, \"Systems\": [], \"Members\": \"all\"}"),
          Buffer.buffer("[[[[[[[[[[null]]]]]]]]]]"),
          Buffer.buffer());

  private final AtomicInteger garbageSent = new AtomicInteger();

  private static final long PORT_CHANGE_SECONDS = 10;

  private final Vertx vertx;
  private final InetAddress host;
  private final List<Machine> machines;
  private final Machine first;
  private final Duration latency;
  private final @Nullable BmcCertificate certificate;
  private final RedfishService service;

  private int port;
  private @Nullable HttpServer server;

  /**
   * A BMC that does not listen yet.
   *
   * @param port 0: a free one, which stays the same after the first {@link #open}
   * @param machines all that it controls; the first decides how the BMC misbehaves
   * @param latency how long each response takes
   * @param certificate null: HTTP without TLS
   */
  public BmcServer(
      Vertx vertx,
      InetAddress host,
      int port,
      List<Machine> machines,
      Duration latency,
      @Nullable BmcCertificate certificate) {
    this.vertx = vertx;
    this.host = host;
    this.port = port;
    this.machines = List.copyOf(machines);
    this.first = machines.getFirst();
    this.latency = latency;
    this.certificate = certificate;
    this.service = new RedfishService(this.machines);
  }

  /** Starts to listen and tells the machines the URL; fails if the port is in use. */
  public Future<Void> open() {
    return listen()
        .compose(
            _ -> {
              var scheme = certificate == null ? "http" : "https";
              var url = URI.create("%s://%s:%d".formatted(scheme, hostText(), port));
              machines.forEach(machine -> machine.bmcListensOn(url));
              first.followMisbehaviour(misbehaviour -> await(applyToPort(misbehaviour)));
              return applyToPort(first.misbehaviour());
            });
  }

  private synchronized Future<HttpServer> listen() {
    var options =
        new HttpServerOptions()
            .setHost(host.getHostAddress())
            .setPort(port)
            .setReuseAddress(true)
            .setHttp2ClearTextEnabled(false);
    if (certificate != null) {
      options.setSsl(true).setKeyCertOptions(certificate.keyStore());
    }
    var next = vertx.createHttpServer(options).requestHandler(this::handle);
    return next.listen().onSuccess(this::listening);
  }

  private synchronized void listening(HttpServer opened) {
    server = opened;
    port = opened.actualPort();
  }

  /** Opens or closes the port as the misbehaviour requires. */
  private synchronized Future<Void> applyToPort(Misbehaviour misbehaviour) {
    var close = misbehaviour instanceof Misbehaviour.BmcPortClosed;
    var open = server;
    if (close && open != null) {
      server = null;
      return open.close();
    }
    return !close && open == null ? listen().mapEmpty() : Future.succeededFuture();
  }

  private void await(Future<?> change) {
    try {
      change.toCompletionStage().toCompletableFuture().get(PORT_CHANGE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the port of a BMC changes", e);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("port %d of %s".formatted(port, first.name()), e);
    }
  }

  private void handle(HttpServerRequest request) {
    if (first.misbehaviour() instanceof Misbehaviour.BmcHangs) {
      return;
    }
    if (first.misbehaviour() instanceof Misbehaviour.BmcAnswersGarbage) {
      var garbage = GARBAGE.get(garbageSent.getAndIncrement() % GARBAGE.size());
      request.response().putHeader("Content-Type", "application/json").end(garbage);
      return;
    }
    request.body().onSuccess(body -> answerLater(request, body));
  }

  /** Carries out the request after the latency, as a slow BMC does, and answers it. */
  private void answerLater(HttpServerRequest request, Buffer body) {
    if (latency.toMillis() == 0) { // a timer takes 1 ms or more
      answer(request, service.handle(parsed(request, body)));
    } else {
      vertx.setTimer(
          latency.toMillis(), _ -> answer(request, service.handle(parsed(request, body))));
    }
  }

  private static RedfishRequest parsed(HttpServerRequest request, Buffer body) {
    var path = request.path() == null ? "/" : request.path();
    return new RedfishRequest(
        request.method().name(),
        path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path,
        request.query(),
        request.getHeader("Authorization"),
        request.getHeader("X-Auth-Token"),
        request.getHeader("If-Match"),
        body.toString());
  }

  private static void answer(HttpServerRequest request, BmcResponse answer) {
    var response = request.response().setStatusCode(answer.status());
    response.putHeader("OData-Version", "4.0").putHeader("Cache-Control", "no-cache");
    answer.headers().forEach(response::putHeader);
    if (answer.body() == null) {
      response.end();
      return;
    }
    var content = Buffer.buffer(answer.body().toString());
    response.putHeader("Content-Type", "application/json; charset=utf-8");
    if (HttpMethod.HEAD.equals(request.method())) {
      response.putHeader("Content-Length", String.valueOf(content.length()));
      response.end();
    } else {
      response.end(content);
    }
  }

  /** The host as written in a URL: IPv6 addresses in brackets. */
  private String hostText() {
    var text = host.getHostAddress();
    return text.contains(":") ? "[" + text + "]" : text;
  }
}
