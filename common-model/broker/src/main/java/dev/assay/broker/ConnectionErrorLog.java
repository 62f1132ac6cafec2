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
import org.jspecify.annotations.Nullable;

/**
 * Logs an outage of the broker once for both connections: a warning with the reason when it begins,
 * a reminder with the reason of that time every few minutes, and another line when it is over.
 */
final class ConnectionErrorLog {
  private static final Logger LOG = Logger.getLogger(ConnectionErrorLog.class);
  private static final Duration REMINDER = Duration.ofMinutes(10);

  /** Within this time a new reason is not told: a broker that stops or starts has several. */
  private static final Duration SAME_OUTAGE = Duration.ofMinutes(1);

  private final BrokerConfig config;
  private boolean everReached;
  private @Nullable Long awaySince;
  private String last = "";
  private long loggedAt;

  ConnectionErrorLog(BrokerConfig config) {
    this.config = config;
  }

  synchronized void reached() {
    if (awaySince != null) {
      LOG.infof(
          "The broker at %s:%d is reached again, after %d s.",
          config.host(), config.port(), since(awaySince).toSeconds());
    } else if (!everReached) {
      LOG.infof("Connected to the broker at %s:%d.", config.host(), config.port());
    }
    everReached = true;
    awaySince = null;
  }

  /** Logs the failure unless that was done for this outage; returns the sentence. */
  synchronized String about(Throwable failure) {
    var sentence = sentence(failure);
    if (awaySince == null) {
      awaySince = System.nanoTime();
      warn(sentence);
    } else {
      var silence = since(loggedAt);
      boolean newReason = !sentence.equals(last) && silence.compareTo(SAME_OUTAGE) > 0;
      if (newReason || silence.compareTo(REMINDER) > 0) {
        warn(sentence);
      } else {
        LOG.debug(sentence);
      }
    }
    return sentence;
  }

  private void warn(String sentence) {
    LOG.warnf("%s It is tried again every second.", sentence);
    last = sentence;
    loggedAt = System.nanoTime();
  }

  private static Duration since(long moment) {
    return Duration.ofNanos(System.nanoTime() - moment);
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
