package dev.assay.simulator.ramdisk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class NetworkBootTest {
  /** What the server has, by path. */
  private final Map<String, String> files = new ConcurrentHashMap<>();

  @AutoClose private final HttpClient client = HttpClient.newHttpClient();

  @AutoClose private final Server server = new Server(files);

  @Test
  void reads_the_parameters_of_the_kernel() throws Exception {
    files.put("/kernel", "k");
    files.put("/ramdisk", "r");
    files.put(
        "/boot.ipxe",
        """
        #!ipxe
        kernel %1$s/kernel initrd=ramdisk a=b=c quiet || goto failed
        initrd --name ramdisk %1$s/ramdisk || goto failed
        boot || goto failed
        :failed
        exit
        """
            .formatted(server.root()));

    assertThat(boot().orElseThrow().values())
        .containsExactlyInAnyOrderEntriesOf(Map.of("initrd", "ramdisk", "a", "b=c"));

    files.remove("/ramdisk");
    assertThatThrownBy(this::boot).isInstanceOf(IOException.class).hasMessageContaining("/ramdisk");
  }

  @Test
  void boots_the_next_device_when_the_script_says_so() throws Exception {
    files.put("/boot.ipxe", "#!ipxe\necho nothing\nexit\n");

    assertThat(boot()).isEmpty();
  }

  @Test
  void fails_without_a_script() {
    assertThatThrownBy(this::boot).isInstanceOf(IOException.class).hasMessageContaining("404");
    files.put("/boot.ipxe", "<html>");
    assertThatThrownBy(this::boot).hasMessageContaining("no iPXE script");
    files.put("/boot.ipxe", "#!ipxe\n");
    assertThatThrownBy(this::boot).hasMessageContaining("boots nothing");
  }

  private Optional<KernelParameters> boot() throws IOException, InterruptedException {
    var script = URI.create(server.root() + "/boot.ipxe");
    return new NetworkBoot(client, script, Duration.ofSeconds(10)).parameters();
  }

  /** Answers 206 to requests with a range, 404 for files that it does not have. */
  private static final class Server implements AutoCloseable {
    private final HttpServer server;

    Server(Map<String, String> files) {
      try {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
      server.createContext(
          "/",
          exchange -> {
            try (exchange) {
              var file = files.get(exchange.getRequestURI().getPath());
              var body = file == null ? new byte[0] : file.getBytes(StandardCharsets.UTF_8);
              var part = exchange.getRequestHeaders().containsKey("Range");
              exchange.sendResponseHeaders(
                  file == null ? 404 : part ? 206 : 200, body.length == 0 ? -1 : body.length);
              exchange.getResponseBody().write(body);
            }
          });
      server.start();
    }

    String root() {
      return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
      server.stop(0);
    }
  }
}
