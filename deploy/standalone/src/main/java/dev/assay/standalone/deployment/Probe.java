package dev.assay.standalone.deployment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/** Sends single GET requests, without the credentials of the API unless they are given. */
final class Probe implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final HttpClient client;

  Probe(Optional<SSLContext> trust) {
    var builder = HttpClient.newBuilder().connectTimeout(LIMIT);
    trust.ifPresent(builder::sslContext);
    this.client = builder.build();
  }

  /**
   * A response.
   *
   * @param certificateUntil when the server's certificate expires; empty without TLS
   */
  record Answer(int status, String body, Optional<Instant> certificateUntil) {
    JsonNode json() throws IOException {
      try {
        return JSON.readTree(body);
      } catch (JsonProcessingException e) {
        throw new IOException("the response is not JSON", e);
      }
    }
  }

  /**
   * Asks for {@code url}; IOException when nobody answers.
   *
   * @param headers names and values in turn
   */
  Answer get(String url, String... headers) throws IOException {
    try {
      var request = HttpRequest.newBuilder(URI.create(url)).timeout(LIMIT);
      if (headers.length > 0) {
        request.headers(headers);
      }
      var response = client.send(request.build(), BodyHandlers.ofString());
      return new Answer(
          response.statusCode(), response.body(), response.sslSession().flatMap(Probe::until));
    } catch (IllegalArgumentException e) {
      throw new IOException("this is no URL: " + url, e);
    } catch (IOException e) {
      throw new IOException("%s was not answered: %s".formatted(url, cause(e)), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The command was stopped.", e);
    }
  }

  /** Whether the host of {@code url} is this host's loopback. */
  static boolean isLoopback(String url) {
    var host = URI.create(url).getHost();
    try {
      return host != null && InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException _) {
      return false;
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }

  private static String cause(IOException failure) {
    return failure.getMessage() == null
        ? failure.getClass().getSimpleName()
        : Checks.oneLine(failure);
  }

  private static Optional<Instant> until(SSLSession session) {
    try {
      return session.getPeerCertificates()[0] instanceof X509Certificate certificate
          ? Optional.of(certificate.getNotAfter().toInstant())
          : Optional.empty();
    } catch (SSLPeerUnverifiedException _) {
      return Optional.empty();
    }
  }
}
