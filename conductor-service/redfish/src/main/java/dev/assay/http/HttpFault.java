package dev.assay.http;

import java.io.IOException;
import java.math.BigDecimal;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import javax.net.ssl.SSLException;

/** Why there is no response, or only a part of it. */
public enum HttpFault {
  NO_CONNECTION_IN_TIME,
  NO_RESPONSE_IN_TIME,
  NAME_UNKNOWN,
  NO_CONNECTION,
  TLS_FAILED,
  /** The connection broke, or what came is not HTTP. */
  BROKEN;

  /**
   * The reason, as part of a sentence. It never quotes the exception, whose message may contain a
   * response that echoes the request.
   *
   * @param limit for the exchange
   */
  public String reason(Duration limit) {
    return switch (this) {
      case NO_CONNECTION_IN_TIME, NO_RESPONSE_IN_TIME ->
          "no answer within %s s"
              .formatted(
                  BigDecimal.valueOf(limit.toMillis(), 3).stripTrailingZeros().toPlainString());
      case NAME_UNKNOWN -> "its name is not known";
      case NO_CONNECTION -> "the connection failed";
      case TLS_FAILED -> "TLS failed: is its certificate one that this Java trusts?";
      case BROKEN -> "the connection broke, or the answer was not HTTP";
    };
  }

  /** The meaning of an exception that {@link BoundedHttpClient} throws. */
  public static HttpFault of(IOException e) {
    return switch (e) {
      case HttpConnectTimeoutException _ -> NO_CONNECTION_IN_TIME;
      case HttpTimeoutException _ -> NO_RESPONSE_IN_TIME;
      case ConnectException unknown when unknown.getCause() instanceof UnresolvedAddressException ->
          NAME_UNKNOWN;
      case ConnectException _ -> NO_CONNECTION;
      case SSLException _ -> TLS_FAILED;
      default -> BROKEN;
    };
  }
}
