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
 * The HTTP side of the ramdisk: JSON in both directions, one request at a time.
 *
 * @param timeout for connecting and for the answer
 */
record Wire(HttpClient client, Duration timeout) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** An answer of the service. */
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
   * Sends and waits for the whole answer.
   *
   * @throws java.net.http.HttpConnectTimeoutException if nobody accepted the connection in time
   * @throws java.net.http.HttpTimeoutException if no answer came in time
   * @throws InterruptedException when the machine is powered off; the request is cut
   */
  Reply send(HttpRequest request) throws IOException, InterruptedException {
    var response = client.send(request, BodyHandlers.ofString());
    return new Reply(response.statusCode(), response.body());
  }
}
