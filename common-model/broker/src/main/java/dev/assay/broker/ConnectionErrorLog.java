package dev.assay.broker;

import com.rabbitmq.client.PossibleAuthenticationFailureException;
import com.rabbitmq.client.ShutdownSignalException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.PKIXReason;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jboss.logging.Logger;

/** Logs why the broker cannot be reached: at once when the reason changes, else once a minute. */
final class ConnectionErrorLog {
  private static final Logger LOG = Logger.getLogger(ConnectionErrorLog.class);
  private static final Duration REMINDER = Duration.ofMinutes(1);

  private final BrokerConfig config;
  private String last = "";
  private long loggedAt;

  ConnectionErrorLog(BrokerConfig config) {
    this.config = config;
  }

  synchronized void reached() {
    last = "";
    LOG.infof("Connected to the broker at %s:%d.", config.host(), config.port());
  }

  /** Logs the failure unless it was logged recently; returns the sentence. */
  synchronized String about(Throwable failure) {
    var sentence = sentence(failure);
    var now = System.nanoTime();
    if (!sentence.equals(last) || now - loggedAt > REMINDER.toNanos()) {
      LOG.warnf("%s It is tried again every second.", sentence);
      last = sentence;
      loggedAt = now;
    }
    return sentence;
  }

  private String sentence(Throwable failure) {
    return "The broker at %s:%d is not reached: %s."
        .formatted(config.host(), config.port(), reason(failure));
  }

  private String reason(Throwable failure) {
    if (failure instanceof PossibleAuthenticationFailureException) {
      return "it refuses user %s or the password; check assay.broker.username and password"
          .formatted(config.username());
    }
    if (failure instanceof TimeoutException) {
      return "it did not answer in time";
    }
    if (causes(failure).anyMatch(ConnectionErrorLog::isUnknownAuthority)) {
      return "its certificate is not signed by a trusted authority; set the right one in"
          + " assay.broker.ssl-ca-file";
    }
    if (has(failure, CertificateException.class)) {
      return "its certificate is not for the name in assay.broker.host, or not valid now (%s)"
          .formatted(deepest(failure).getMessage());
    }
    if (has(failure, SSLException.class)) {
      return "the TLS handshake failed; check assay.broker.ssl and assay.broker.port (%s)"
          .formatted(deepest(failure).getMessage());
    }
    var cause = deepest(failure);
    if (cause instanceof ShutdownSignalException signal) {
      return String.valueOf(signal.getReason());
    }
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }

  private static boolean isUnknownAuthority(Throwable cause) {
    return cause instanceof CertPathBuilderException
        || (cause instanceof CertPathValidatorException invalid
            && invalid.getReason() == PKIXReason.NO_TRUST_ANCHOR);
  }

  private static boolean has(Throwable failure, Class<? extends Throwable> type) {
    return causes(failure).anyMatch(type::isInstance);
  }

  private static Throwable deepest(Throwable failure) {
    return causes(failure).reduce(failure, (_, next) -> next);
  }

  private static Stream<Throwable> causes(Throwable failure) {
    return Stream.iterate(failure, cause -> cause != null, Throwable::getCause).limit(20);
  }
}
