package dev.assay.api.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.storedjson.StoredJson;
import io.restassured.RestAssured;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** A client of the stream, which reads as a browser does (HTML Living Standard 9.2.6). */
final class StreamClient implements AutoCloseable {
  /** An event as received. */
  record Received(String id, String type, JsonNode data) {}

  private final HttpClient http = HttpClient.newHttpClient();
  private final List<Received> received = new CopyOnWriteArrayList<>();
  private final List<String> comments = new CopyOnWriteArrayList<>();
  private volatile String lastId = "";
  private volatile boolean ended;

  /** Connects; {@code headers} are names and values in turn. */
  StreamClient(String query, String... headers) {
    var answer = send(http, query, headers);
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/event-stream");
    var _ = Thread.ofVirtual().start(() -> read(answer.body()));
  }

  static HttpResponse<Stream<String>> send(HttpClient http, String query, String... headers) {
    var request =
        HttpRequest.newBuilder(
                URI.create("http://localhost:" + RestAssured.port + "/v1/events" + query))
            .header("Accept", "text/event-stream");
    for (var i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    try {
      return http.send(request.build(), HttpResponse.BodyHandlers.ofLines());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void read(Stream<String> lines) {
    var type = new String[] {"message"};
    var data = new StringBuilder();
    try {
      lines.forEach(
          line -> {
            if (line.isEmpty()) {
              if (!data.isEmpty()) {
                received.add(
                    new Received(
                        lastId, type[0], StoredJson.read(data.toString(), JsonNode.class)));
              }
              type[0] = "message";
              data.setLength(0);
            } else if (line.startsWith(":")) {
              comments.add(line);
            } else if (line.startsWith("id: ")) {
              lastId = line.substring(4);
            } else if (line.startsWith("event: ")) {
              type[0] = line.substring(7);
            } else if (line.startsWith("data: ")) {
              data.append(line.substring(6));
            }
          });
    } catch (UncheckedIOException _) {
      // the connection was closed
    }
    ended = true;
  }

  List<Received> received() {
    return received;
  }

  /** The inspections of the events, in order. */
  List<String> inspections() {
    return received.stream().map(it -> it.data().path("inspection_uuid").asText()).toList();
  }

  List<String> comments() {
    return comments;
  }

  /** The id to continue with; empty before the stream told one. */
  String lastId() {
    return lastId;
  }

  boolean isEnded() {
    return ended;
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
