package dev.assay.simulator.ramdisk;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;

/**
 * The HTTP client of the ramdisk: JSON in both directions, one request at a time.
 *
 * @param timeout for connecting and for the response
 */
record Wire(HttpClient client, Duration timeout) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A response of the service. */
  record Reply(int status, String body) {
    /** The body if it is a JSON object. */
    Optional<ObjectNode> json() {
      try {
        return JSON.readTree(body) instanceof ObjectNode object
            ? Optional.of(object)
            : Optional.empty();
      } catch (JacksonException _) {
        return Optional.empty();
      }
    }
  }

  /** A request with the headers that every request of the ramdisk has. */
  HttpRequest.Builder request(URI uri) {
    return HttpRequest.newBuilder(uri)
        .timeout(timeout)
        .header("Content-Type", "application/json")
        .header("Accept", "application/json");
  }

  /**
   * Sends a request and waits for the complete response.
   *
   * @throws java.net.http.HttpConnectTimeoutException if connecting timed out
   * @throws java.net.http.HttpTimeoutException if the response timed out
   * @throws InterruptedException if the machine is powered off; the request is aborted
   */
  Reply send(HttpRequest request) throws IOException, InterruptedException {
    var response = client.send(request, BodyHandlers.ofString());
    return new Reply(response.statusCode(), response.body());
  }
}
