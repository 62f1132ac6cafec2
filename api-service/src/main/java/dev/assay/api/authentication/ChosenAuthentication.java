package dev.assay.api.authentication;

import dev.assay.api.ApiConfig;
import io.quarkus.elytron.security.common.BcryptUtil;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * Provides the configured authentication strategy; startup fails with the reason when it cannot be
 * used.
 */
@ApplicationScoped
public class ChosenAuthentication {
  private static final Logger LOG = Logger.getLogger(ChosenAuthentication.class);

  @Produces
  @Singleton
  Authentication choose(ApiConfig config) {
    return of(config);
  }

  static Authentication of(ApiConfig config) {
    return switch (config.authStrategy()) {
      case NOAUTH -> {
        requireLoopback(config);
        yield new NoAuthentication();
      }
      case HTTP_BASIC -> {
        var file =
            config
                .httpBasicAuthUserFile()
                .orElseThrow(
                    () ->
                        new IllegalStateException(
                            "assay.api.auth-strategy=http_basic needs an htpasswd file: set"
                                + " assay.api.http-basic-auth-user-file."));
        yield new BasicAuthentication(
            file,
            config.observers().orElse(Set.of()),
            new PasswordChecks(),
            new FailedLogins(config),
            BcryptUtil::matches);
      }
    };
  }

  private static void requireLoopback(ApiConfig config) {
    var host = config.host().orElse("127.0.0.1");
    if (loopback(host)) {
      return;
    }
    if (!config.allowUnauthenticatedRemote()) {
      throw new IllegalStateException(
          ("assay.api.auth-strategy=noauth may only listen at loopback, not at %s: choose"
                  + " http_basic, or set assay.api.allow-unauthenticated-remote=true if anyone"
                  + " who can reach the port may control the machines.")
              .formatted(host));
    }
    LOG.warnf(
        "Authentication is off: anyone who can reach port %d of %s controls the machines.",
        config.port(), host);
  }

  private static boolean loopback(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException _) {
      return false;
    }
  }
}
