package dev.assay.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
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
