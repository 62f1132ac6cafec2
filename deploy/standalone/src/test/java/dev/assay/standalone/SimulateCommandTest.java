package dev.assay.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Simulated machines for an API that runs already. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SimulateCommandTest {
  private final AtomicInteger requests = new AtomicInteger();

  @ParameterizedTest
  @ValueSource(ints = {401, 403})
  void who_may_not_use_the_api_learns_it_at_once(int status) throws IOException {
    var api = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    api.createContext(
        "/",
        exchange -> {
          requests.incrementAndGet();
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    api.start();
    try {
      var url = "http://127.0.0.1:" + api.getAddress().getPort();
      var message = new StringWriter();
      var command =
          new CommandLine(new SimulateCommand())
              .setExecutionExceptionHandler(
                  (e, _, _) -> {
                    message.write(String.valueOf(e.getMessage()));
                    return 1;
                  })
              .setErr(new PrintWriter(message));

      assertThat(command.execute("--url", url, "--machines", "1", "--exit")).isEqualTo(1);

      assertThat(message.toString())
          .startsWith(url + " refuses ")
          .contains("set $OS_USERNAME and $OS_PASSWORD");
      assertThat(requests).hasValue(1);
    } finally {
      api.stop(0);
    }
  }
}
