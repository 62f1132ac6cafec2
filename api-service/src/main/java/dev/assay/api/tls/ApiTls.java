package dev.assay.api.tls;

import dev.assay.api.ApiConfig;
import dev.assay.api.ApiConfig.TlsClientAuth;
import io.quarkus.vertx.http.HttpServerOptionsCustomizer;
import io.vertx.core.Vertx;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.TrustOptions;
import io.vertx.ext.web.Router;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;

/**
 * Configures TLS on the port of the API: its certificate, whether clients must present one and from
 * which authorities; checks that the options fit together. (Quarkus 3.34.1 fixes
 * quarkus.http.ssl.client-auth at build time. Its own reload of certificates drops connections that
 * are made meanwhile, and all when the new files do not match.)
 */
@ApplicationScoped
class ApiTls implements HttpServerOptionsCustomizer {
  private static final Duration SHORTEST_RELOAD = Duration.ofSeconds(1);

  private final ApiConfig config;
  private final Vertx vertx;
  private final TlsClientAuth clientAuth;

  ApiTls(ApiConfig config, Vertx vertx) {
    this.config = config;
    this.vertx = vertx;
    this.clientAuth = config.tlsClientAuth();
    if (config.tlsCertificate().isPresent() != config.tlsKey().isPresent()) {
      throw new IllegalStateException(
          "assay.api.tls-certificate and assay.api.tls-key belong together: set both or none.");
    }
    if (config.tlsCertificate().isEmpty()
        && (clientAuth != TlsClientAuth.NONE || config.tlsClientCa().isPresent())) {
      throw new IllegalStateException(
          "assay.api.tls-client-auth and tls-client-ca need TLS: set assay.api.tls-certificate and tls-key.");
    }
    if (config.tlsClientCa().isPresent() != (clientAuth != TlsClientAuth.NONE)) {
      throw new IllegalStateException(
          "assay.api.tls-client-auth=request or required and assay.api.tls-client-ca belong together: set both or none.");
    }
    if (config.tlsReloadInterval().compareTo(SHORTEST_RELOAD) < 0) {
      throw new IllegalStateException("assay.api.tls-reload-interval must be 1s or more.");
    }
  }

  /** Makes CDI create this bean together with the routes, before anything is served. */
  void check(@Observes Router router) {}

  @Override
  public void customizeHttpsServer(HttpServerOptions options) {
    if (config.tlsCertificate().isEmpty()) {
      return; // Quarkus calls this without TLS, too
    }
    var certificate =
        new ServerCertificate(
            vertx, config.tlsCertificate().orElseThrow(), config.tlsKey().orElseThrow());
    options.setKeyCertOptions(KeyCertOptions.wrap(certificate));
    schedule(certificate::reload);
    config
        .tlsClientCa()
        .map(file -> new ClientAuthorities(vertx, file))
        .ifPresent(
            authorities -> {
              options.setTrustOptions(TrustOptions.wrap(authorities));
              schedule(authorities::reload);
            });
    options.setClientAuth(
        switch (clientAuth) {
          case NONE -> ClientAuth.NONE;
          case REQUEST -> ClientAuth.REQUEST;
          case REQUIRED -> ClientAuth.REQUIRED;
        });
  }

  private void schedule(Runnable reload) {
    vertx.setPeriodic(
        config.tlsReloadInterval().toMillis(),
        _ ->
            vertx.executeBlocking(
                () -> {
                  reload.run();
                  return reload;
                }));
  }
}
