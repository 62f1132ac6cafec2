package dev.assay.standalone.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A small client of the Bare Metal API. An unexpected status throws an IllegalStateException with
 * the text of the response.
 */
public final class Api implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

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
  }

  public Answer get(String path) {
    return send("GET", path, null, Set.of(200, 404));
  }

  public Answer post(String path, Object body) {
    return send("POST", path, body, Set.of(201, 409));
  }

  public Answer patch(String path, Object body) {
    return send("PATCH", path, body, Set.of(200, 409));
  }

  public Answer put(String path, Object body) {
    return send("PUT", path, body, Set.of(202, 204, 409));
  }

  @Override
  public void close() {
    client.shutdownNow();
  }

  private Answer send(String method, String path, @Nullable Object body, Set<Integer> wanted) {
    try {
      var builder =
          HttpRequest.newBuilder(URI.create(url + path))
              .header("X-OpenStack-Ironic-API-Version", "1.84")
              .header("Content-Type", "application/json")
              .timeout(LIMIT)
              .method(
                  method,
                  body == null
                      ? BodyPublishers.noBody()
                      : BodyPublishers.ofString(JSON.writeValueAsString(body)));
      authorization.ifPresent(value -> builder.header("Authorization", value));
      var response = client.send(builder.build(), BodyHandlers.ofString());
      if (!wanted.contains(response.statusCode())) {
        throw new IllegalStateException(
            "%s %s%s was answered with %d: %s"
                .formatted(method, url, path, response.statusCode(), response.body()));
      }
      return new Answer(response.statusCode(), JSON.readTree(response.body()));
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
