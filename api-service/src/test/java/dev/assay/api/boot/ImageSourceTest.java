package dev.assay.api.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.assay.boot.BootConfig;
import dev.assay.error.AssayException;
import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Web servers with images, good and bad ones. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@SuppressWarnings("NullAway.Init")
class ImageSourceTest {
  private HttpServer server;

  @BeforeEach
  void open() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
  }

  @AfterEach
  void close() {
    server.stop(0);
  }

  @Test
  void is_copied_and_has_the_version_that_the_server_gives(@TempDir Path folder)
      throws IOException {
    server.createContext(
        "/image",
        exchange -> {
          exchange.getResponseHeaders().add("ETag", "\"7\"");
          var head = exchange.getRequestMethod().equals("HEAD");
          exchange.sendResponseHeaders(200, head ? -1 : 5);
          if (!head) {
            exchange.getResponseBody().write("image".getBytes(StandardCharsets.US_ASCII));
          }
          exchange.close();
        });
    var source = source("5s", "1M");
    var copy = folder.resolve("copy");

    source.copy(url("/image"), copy);
    assertThat(copy).hasContent("image");
    assertThat(source.version(url("/image")).orElseThrow()).startsWith("\"7\"");
  }

  @Test
  void that_is_missing_is_refused(@TempDir Path folder) {
    assertThatThrownBy(() -> source("5s", "1M").copy(url("/none"), folder.resolve("copy")))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("404");
    assertThat(source("5s", "1M").version(url("/none"))).isEmpty();
  }

  @Test
  void that_is_larger_than_half_of_the_cache_is_refused(@TempDir Path folder) throws IOException {
    server.createContext(
        "/large",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          try (var body = exchange.getResponseBody()) {
            for (var i = 0; i < 100; i++) {
              body.write(new byte[1 << 16]);
            }
          } catch (IOException _) {
            // the client hangs up
          }
        });

    assertThatThrownBy(() -> source("5s", "1M").copy(url("/large"), folder.resolve("copy")))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("assay.boot.cache-size");
    assertThat(Files.size(folder.resolve("copy"))).isLessThanOrEqualTo(1 << 19);
  }

  @Test
  void whose_server_stops_sending_is_given_up(@TempDir Path folder) {
    server.createContext(
        "/stalled",
        exchange -> {
          exchange.sendResponseHeaders(200, 1000);
          exchange.getResponseBody().write(1);
          exchange.getResponseBody().flush(); // and nothing more
        });

    assertThatThrownBy(() -> source("300ms", "1M").copy(url("/stalled"), folder.resolve("copy")))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining("assay.boot.image-timeout");
  }

  private URI url(String path) {
    return URI.create("http://127.0.0.1:%d%s".formatted(server.getAddress().getPort(), path));
  }

  private static ImageSource source(String timeout, String cache) {
    var config =
        new SmallRyeConfigBuilder()
            .withMapping(BootConfig.class)
            .withConverter(MemorySize.class, 100, new MemorySizeConverter())
            .withConverter(Duration.class, 100, new DurationConverter())
            .withSources(
                new PropertiesConfigSource(
                    Map.of("assay.boot.image-timeout", timeout, "assay.boot.cache-size", cache),
                    "test",
                    100))
            .build()
            .getConfigMapping(BootConfig.class);
    return new ImageSource(config);
  }
}
