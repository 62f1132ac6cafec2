package dev.assay.tracing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.assay.tracing.Tracing.Kind;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ConfiguredTracingTest {
  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();

  @Test
  void tracing_is_off_unless_there_is_an_endpoint() {
    var configured = configured(Map.of());

    assertThat(configured.tracing()).isSameAs(Tracing.OFF);
  }

  @Test
  void nothing_of_OpenTelemetry_is_loaded_while_it_is_off() throws Exception {
    var java = System.getProperty("java.home") + "/bin/java";
    var process =
        new ProcessBuilder(
                java,
                "-Xlog:class+load:stdout",
                "-cp",
                System.getProperty("java.class.path"),
                Off.class.getName())
            .redirectErrorStream(true)
            .start();

    var output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();

    assertThat(output).contains("tracing is on: false").contains(ConfiguredTracing.class.getName());
    assertThat(output).doesNotContain("io.opentelemetry");
  }

  /** Does what a process does whose tracing is off. */
  static final class Off {
    private Off() {}

    public static void main(String[] arguments) {
      var tracing = configured(Map.of(), new SimpleMeterRegistry()).tracing();
      try (var span = tracing.ofRequest("GET", null, null).enter()) {
        var _ = span.with("a", "b").with("c", 1).failed("d").linkedTo("e").isRecorded();
        tracing.child(Kind.CLIENT, "f", "g").close();
      }
      System.out.println("tracing is on: " + tracing.isOn());
    }
  }

  @Test
  void spans_reach_the_collector_with_the_headers_that_it_wants() throws IOException {
    var paths = new CopyOnWriteArrayList<String>();
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          paths.add(
              exchange.getRequestURI().getPath()
                  + " "
                  + exchange.getRequestHeaders().getFirst("Authorization")
                  + " "
                  + exchange.getRequestHeaders().getFirst("Content-Type"));
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
    try {
      var configured =
          configured(
              Map.of(
                  "endpoint",
                  "http://127.0.0.1:" + server.getAddress().getPort(),
                  "headers",
                  "Authorization=Bearer a=b"));

      configured.tracing().ofRequest("GET", null, null).close();

      await().atMost(Duration.ofSeconds(20)).until(() -> count("sent") == 1);
      configured.close();
      assertThat(paths).isEqualTo(List.of("/v1/traces Bearer a=b application/x-protobuf"));
    } finally {
      server.stop(0);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "http://c:4318, http://c:4318/v1/traces",
    "https://c/, https://c/v1/traces",
    "http://c:4318/otlp/v1/traces, http://c:4318/otlp/v1/traces"
  })
  void the_endpoint_need_not_name_the_path(URI endpoint, URI url) {
    assertThat(Collector.url(endpoint)).isEqualTo(url);
  }

  @ParameterizedTest
  @CsvSource({
    "endpoint, collector:4318, http://collector:4318",
    "endpoint, grpc://collector:4317, http://collector:4318",
    "endpoint, http://me:secret@collector:4318, assay.tracing.headers",
    "sample-ratio, 1.5, from 0 to 1",
    "sample-ratio, -1, from 0 to 1",
    "sample-ratio, NaN, from 0 to 1",
    "timeout, 10ms, from 1s to 1m",
    "max-queued-spans, 1, from 512 to 1000000",
    "headers, Bearer, name=value",
    "ssl-ca-file, /does/not/exist, cannot be read"
  })
  void an_option_that_makes_no_sense_stops_the_startup(String option, String value, String hint) {
    var options = new HashMap<>(Map.of("endpoint", "http://127.0.0.1:1"));
    options.put(option, value);

    assertThatThrownBy(() -> configured(options))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("assay.tracing." + option)
        .hasMessageContaining(hint);
  }

  private double count(String of) {
    return metrics.get("assay.tracing.spans." + of).counter().count();
  }

  private ConfiguredTracing configured(Map<String, String> options) {
    return configured(options, metrics);
  }

  private static ConfiguredTracing configured(
      Map<String, String> options, SimpleMeterRegistry metrics) {
    var builder =
        new SmallRyeConfigBuilder()
            .withConverter(Duration.class, 100, new DurationConverter())
            .withMapping(TracingConfig.class);
    options.forEach((name, value) -> builder.withDefaultValue("assay.tracing." + name, value));
    return new ConfiguredTracing(
        builder.addDefaultInterceptors().build().getConfigMapping(TracingConfig.class), metrics);
  }
}
