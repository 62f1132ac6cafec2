package dev.assay.deployment.monitoring;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.assay.stack.FreePorts;
import dev.assay.stack.Installation;
import dev.assay.stack.Server;
import dev.assay.stack.Service;
import dev.assay.stack.Stack;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A real Prometheus of the package prometheus, which scrapes all services of a stack once a second
 * and evaluates the alerts of deploy/monitoring.
 */
final class PrometheusServer implements AutoCloseable {
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String address;
  private final Server process;
  private final Instant started = Instant.now();

  private PrometheusServer(String address, Server process) {
    this.address = address;
    this.process = process;
  }

  /** Starts it, with data in a folder of its own, and waits until it answers. */
  static PrometheusServer of(Stack stack) {
    var folder = Installation.emptyFolder("prometheus");
    var port = FreePorts.next();
    var address = "http://127.0.0.1:" + port;
    var configuration = folder.resolve("prometheus.yaml");
    try {
      Files.writeString(configuration, configuration(stack));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    var process =
        new Server(
            "prometheus",
            List.of(
                "prometheus",
                "--config.file=" + configuration,
                "--storage.tsdb.path=" + folder.resolve("data"),
                "--web.listen-address=127.0.0.1:" + port),
            Map.of(),
            folder.resolve("prometheus.log"),
            () -> isReady(address));
    process.start();
    return new PrometheusServer(address, process);
  }

  /** The example's jobs with the addresses of the stack. */
  private static String configuration(Stack stack) {
    return """
    global: {scrape_interval: 1s, evaluation_interval: 1s}
    rule_files: [%s]
    scrape_configs:
    %s%s%s"""
        .formatted(
            Promtool.FOLDER.resolve("alerts.yaml"),
            job("assay-api", stack.apis()),
            job("assay-conductor", stack.conductors()),
            job("assay-pxe-filter", stack.filters()));
  }

  private static String job(String name, List<Service> services) {
    var targets =
        services.stream()
            .map(service -> "\"" + service.address().substring("http://".length()) + "\"")
            .collect(Collectors.joining(", "));
    return "- {job_name: %s, metrics_path: /q/metrics, static_configs: [{targets: [%s]}]}\n"
        .formatted(name, targets);
  }

  private static boolean isReady(String address) {
    try {
      var request = HttpRequest.newBuilder(URI.create(address + "/-/ready")).build();
      return HTTP.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException _) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** How long it has been collecting, in minutes, rounded up. */
  long minutes() {
    return Duration.between(started, Instant.now()).toMinutes() + 1;
  }

  /** The base URL. */
  String address() {
    return address;
  }

  /**
   * The series of an expression from the start until now, one value a second. Fails with what
   * Prometheus says when it refuses the expression.
   */
  List<JsonNode> range(String expression) {
    var query =
        "/api/v1/query_range?query=%s&start=%s&end=%s&step=1s"
            .formatted(encode(expression), encode(started), encode(Instant.now()));
    return Dashboards.list(get(query).path("result"));
  }

  /** The number of series that have at least one value that is a number. */
  long seriesWithData(String expression) {
    return range(expression).stream()
        .filter(
            series ->
                Dashboards.list(series.path("values")).stream()
                    .anyMatch(value -> !value.path(1).asText().equals("NaN")))
        .count();
  }

  /** The alerting rules as Prometheus evaluates them. */
  List<JsonNode> rules() {
    return Dashboards.list(get("/api/v1/rules?type=alert").path("groups")).stream()
        .flatMap(group -> Dashboards.list(group.path("rules")).stream())
        .toList();
  }

  private JsonNode get(String path) {
    try {
      var request =
          HttpRequest.newBuilder(URI.create(address + path))
              .timeout(Duration.ofSeconds(30))
              .build();
      var answer = JSON.readTree(HTTP.send(request, BodyHandlers.ofString()).body());
      if (!answer.path("status").asText().equals("success")) {
        throw new AssertionError("Prometheus refuses %s: %s".formatted(path, answer));
      }
      return answer.path("data");
    } catch (IOException e) {
      throw new UncheckedIOException("no answer to " + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static String encode(Object text) {
    return URLEncoder.encode(text.toString(), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    process.close();
  }
}
