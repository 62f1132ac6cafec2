package dev.assay.standalone.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;

/**
 * A small client of the Bare Metal API. An unexpected status throws an IllegalStateException with
 * the text of the response.
 */
public final class Api implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;

  /** Longer than the API waits for a BMC. */
  private static final Duration LIMIT = Duration.ofSeconds(90);

  private final HttpClient client;
  private final String url;
  private final Optional<String> authorization;

  /** An API without authentication. */
  public Api(String url) {
    this(url, Optional.empty(), Optional.empty());
  }

  /**
   * @param login for HTTP basic authentication
   * @param trust the authorities that are trusted; by default those of the Java runtime
   */
  public Api(String url, Optional<Login> login, Optional<SSLContext> trust) {
    var builder = HttpClient.newBuilder();
    trust.ifPresent(builder::sslContext);
    this.client = builder.build();
    this.url = url;
    this.authorization = login.map(Login::header);
  }

  /** The API does not let this user, or nobody, do that. */
  @SuppressWarnings("serial") // never serialized
  public static final class RefusedException extends IllegalStateException {
    RefusedException(String message) {
      super(message);
    }
  }

  /** A user of the API. */
  public record Login(String user, String password) {
    private String header() {
      var text = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
      return "Basic " + Base64.getEncoder().encodeToString(text);
    }

    @Override
    public String toString() {
      return user;
    }
  }

  /** A response: the status and the JSON body, a missing node when the body is empty. */
  public record Answer(int status, JsonNode body) {
    public boolean is(int wanted) {
      return status == wanted;
    }

    /** True when the same request can succeed later. */
    public boolean isTemporary() {
      return status >= 500;
    }

    /** The sentence of a refusal, of the Bare Metal API or of the classic one. */
    public String reason() {
      var classic = body.path("error").path("message");
      if (classic.isTextual()) {
        return classic.textValue();
      }
      var message = body.path("error_message");
      var error = message.isTextual() ? parsed(message.textValue()) : message;
      return Stream.of(error.path("faultstring"), error.path("title"), body.path("title"), message)
          .filter(JsonNode::isTextual)
          .map(JsonNode::textValue)
          .findFirst()
          .orElseGet(() -> "status " + status);
    }

    private static JsonNode parsed(String json) {
      try {
        return JSON.readTree(json);
      } catch (JsonProcessingException _) {
        return MissingNode.getInstance();
      }
    }
  }

  public Answer get(String path) {
    return send("GET", path, BodyPublishers.noBody(), Set.of(200, 404));
  }

  public Answer post(String path, Object body) {
    return sendJson("POST", path, body, Set.of(201, 409));
  }

  public Answer patch(String path, Object body) {
    return sendJson("PATCH", path, body, Set.of(200, 409));
  }

  public Answer put(String path, Object body) {
    return sendJson("PUT", path, body, Set.of(202, 204, 409));
  }

  /**
   * Sends JSON as it is, with POST or PUT; answers also when the API refuses just that content, or
   * cannot take it at the moment, so that others can be sent.
   */
  public Answer offer(String method, String path, byte[] json) {
    return send(
        method,
        path,
        BodyPublishers.ofByteArray(json),
        Set.of(200, 201, 400, 404, 409, 413, 502, 503, 504));
  }

  @Override
  public void close() {
    client.shutdownNow();
  }

  private Answer sendJson(String method, String path, Object body, Set<Integer> wanted) {
    try {
      return send(method, path, BodyPublishers.ofString(JSON.writeValueAsString(body)), wanted);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("a request that cannot be written as JSON", e);
    }
  }

  private Answer send(String method, String path, BodyPublisher body, Set<Integer> wanted) {
    try {
      var builder =
          HttpRequest.newBuilder(URI.create(url + path))
              .header("X-OpenStack-Ironic-API-Version", "1.84")
              .header("Content-Type", "application/json")
              .timeout(LIMIT)
              .method(method, body);
      authorization.ifPresent(value -> builder.header("Authorization", value));
      var response = client.send(builder.build(), BodyHandlers.ofString());
      if (response.statusCode() == UNAUTHORIZED || response.statusCode() == FORBIDDEN) {
        throw new RefusedException(
            "%s refuses %s: set $OS_USERNAME and $OS_PASSWORD to those of a user who may do this."
                .formatted(
                    url, authorization.isPresent() ? "this user" : "requests without a user"));
      }
      if (!wanted.contains(response.statusCode())) {
        throw new IllegalStateException(
            "%s %s%s was answered with %d: %s"
                .formatted(method, url, path, response.statusCode(), response.body()));
      }
      var json =
          response.statusCode() >= 500 // perhaps a page of a proxy
              ? Answer.parsed(response.body())
              : JSON.readTree(response.body());
      return new Answer(response.statusCode(), json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(
          "%s %s%s was not answered with JSON".formatted(method, url, path), e);
    } catch (IOException e) {
      throw new IllegalStateException(
          "%s %s%s was not answered: %s. Check that the API runs there."
              .formatted(method, url, path, e),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The command was stopped.", e);
    }
  }
}
