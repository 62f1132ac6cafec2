package dev.assay.api.pipeline;

import dev.assay.api.ApiConfig;
import dev.assay.api.http.BaseAddress;
import dev.assay.api.http.ClassicPath;
import dev.assay.api.source.TrustedProxies;
import dev.assay.inspection.ClassicConfig;
import io.quarkus.runtime.Quarkus;
import io.quarkus.vertx.http.HttpServerStart;
import io.quarkus.vertx.http.HttpsServerStart;
import io.quarkus.vertx.http.runtime.VertxHttpRecorder;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.Router;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.ObservesAsync;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * The port of the classic Inspector API. It has the options of the server of the Bare Metal API -
 * address, TLS, limits, PROXY protocol - and hands its requests to the same handler, which also
 * finishes them when the service stops; {@link ChooseApi} then adds the prefix. Source: spec
 * inspector-compat.md, docs/decisions/0050.
 */
@ApplicationScoped
class ClassicPort {
  private static final Logger LOG = Logger.getLogger(ClassicPort.class);
  private static final int HIGHEST = 65535;
  private static final Set<Integer> CONTINUE_STATUSES = Set.of(200, 201, 202);

  private final ApiConfig config;
  private final ClassicConfig classic;
  private final Vertx vertx;

  ClassicPort(ApiConfig config, ClassicConfig classic, Vertx vertx) {
    this.config = config;
    this.classic = classic;
    this.vertx = vertx;
    if (classic.port() < 0 || classic.port() > HIGHEST) {
      throw new IllegalStateException("assay.inspector-compat.port must be 0 to 65535.");
    }
    if (!CONTINUE_STATUSES.contains(classic.continueStatus())) {
      throw new IllegalStateException(
          "assay.inspector-compat.continue-status must be 200, 201 or 202.");
    }
    if (isOpen() && classic.port() == config.port()) {
      throw new IllegalStateException(
          "assay.inspector-compat.port and assay.api.port are both %d: use two ports."
              .formatted(classic.port()));
    }
  }

  /** Makes CDI create this bean together with the routes, before anything is served. */
  void check(@Observes Router router) {}

  void start(@ObservesAsync HttpServerStart plain) {
    listen(plain.options());
  }

  void start(@ObservesAsync HttpsServerStart secure) {
    listen(secure.options());
  }

  private void listen(HttpServerOptions main) {
    if (!isOpen()) {
      return;
    }
    var options = new HttpServerOptions(main).setPort(classic.port());
    var instances =
        new DeploymentOptions().setInstances(Runtime.getRuntime().availableProcessors());
    vertx
        .deployVerticle(() -> new Listener(options), instances)
        .onSuccess(
            _ ->
                LOG.infof(
                    "The classic Inspector API listens at %s:%d.",
                    options.getHost(), options.getPort()))
        .onFailure(
            e -> {
              LOG.fatalf(
                  "The classic Inspector API cannot listen at %s:%d (assay.inspector-compat.port): %s",
                  options.getHost(), options.getPort(), e.getMessage());
              Quarkus.asyncExit(1);
            });
  }

  private boolean isOpen() {
    return classic.enabled() && classic.port() != 0;
  }

  /** Whether {@code request} came in at this port. */
  boolean received(HttpServerRequest request) {
    return isOpen() && request.connection().localAddress(true).port() == classic.port();
  }

  /** See {@link dev.assay.api.http.ClassicRequest#base}. */
  String base(HttpServerRequest request, TrustedProxies proxies) {
    return received(request)
        ? BaseAddress.of(request, classic.publicEndpoint(), proxies)
        : BaseAddress.of(request, config, proxies) + ClassicPath.PREFIX;
  }

  /** One of several servers that share the port, each with an event loop of its own. */
  private static final class Listener extends AbstractVerticle {
    private final HttpServerOptions options;

    private Listener(HttpServerOptions options) {
      this.options = options;
    }

    @Override
    public void start(Promise<Void> started) {
      vertx
          .createHttpServer(options)
          .requestHandler(VertxHttpRecorder.getRootHandler())
          .listen()
          .<Void>mapEmpty()
          .onComplete(started);
    }
  }
}
