package dev.assay.standalone.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Set;

/**
 * A small client of the Bare Metal API. An unexpected status throws an IllegalStateException with
 * the text of the response.
 */
final class Api implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client = HttpClient.newHttpClient();
  private final String url;

  Api(String url) {
    this.url = url;
  }

  /** A response: the status and the JSON body, a missing node when the body is empty. */
  record Answer(int status, JsonNode body) {
    boolean is(int wanted) {
      return status == wanted;
    }
  }

  Answer get(String path) {
    return send("GET", path, null, Set.of(200, 404));
  }

  Answer post(String path, Object body) {
    return send("POST", path, body, Set.of(201, 409));
  }

  Answer patch(String path, Object body) {
    return send("PATCH", path, body, Set.of(200, 409));
  }

  Answer put(String path, Object body) {
    return send("PUT", path, body, Set.of(202, 204, 409));
  }

  @Override
  public void close() {
    client.shutdownNow();
  }

  private Answer send(
      String method,
      String path,
      @org.jspecify.annotations.Nullable Object body,
      Set<Integer> wanted) {
    try {
      var request =
          HttpRequest.newBuilder(URI.create(url + path))
              .header("X-OpenStack-Ironic-API-Version", "1.84")
              .header("Content-Type", "application/json")
              .timeout(Duration.ofSeconds(30))
              .method(
                  method,
                  body == null
                      ? BodyPublishers.noBody()
                      : BodyPublishers.ofString(JSON.writeValueAsString(body)))
              .build();
      var response = client.send(request, BodyHandlers.ofString());
      if (!wanted.contains(response.statusCode())) {
        throw new IllegalStateException(
            "%s %s was answered with %d: %s"
                .formatted(method, path, response.statusCode(), response.body()));
      }
      return new Answer(response.statusCode(), JSON.readTree(response.body()));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(method + " " + path + " was not answered with JSON", e);
    } catch (IOException e) {
      throw new IllegalStateException(method + " " + path + " was not answered", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("The demo was stopped.", e);
    }
  }
}
