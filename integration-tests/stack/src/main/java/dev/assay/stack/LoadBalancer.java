package dev.assay.stack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs the installed HAProxy with {@code deploy/haproxy/haproxy.cfg} in front of two API services.
 */
public final class LoadBalancer implements AutoCloseable {
  private static final List<Path> PROGRAMS =
      List.of(Path.of("/usr/sbin/haproxy"), Path.of("/usr/local/sbin/haproxy"));

  private final String address;
  private final String statistics;
  private final int adminPort;
  private final Server process;

  private LoadBalancer(String address, String statistics, int adminPort, Server process) {
    this.address = address;
    this.statistics = statistics;
    this.adminPort = adminPort;
    this.process = process;
  }

  /** Starts it for the two API services of {@code stack}, and waits until it forwards to one. */
  public static LoadBalancer before(Stack stack) {
    return before(stack, Map.of());
  }

  /** As {@link #before(Stack)}, with more variables of its configuration. */
  public static LoadBalancer before(Stack stack, Map<String, String> variables) {
    int port = FreePorts.next();
    int adminPort = FreePorts.next();
    var address = "http://127.0.0.1:" + port;
    var environment = new HashMap<>(variables);
    // Paths of Unix sockets have at most 107 bytes, those of tests may have more.
    environment.put("ASSAY_ADMIN", "ipv4@127.0.0.1:" + adminPort);
    environment.put("ASSAY_BIND", "127.0.0.1:" + port);
    var statistics = "127.0.0.1:" + FreePorts.next();
    environment.put("ASSAY_STATS", statistics);
    for (int i = 0; i < 2; i++) {
      environment.put(
          "ASSAY_API_" + (i + 1), stack.apis().get(i).address().substring("http://".length()));
    }
    var file = Installation.root().resolve("deploy/haproxy/haproxy.cfg");
    var process =
        new Server(
            "haproxy",
            List.of(program().toString(), "-f", file.toString()),
            environment,
            stack.folder().resolve("haproxy.log"),
            () -> Service.status(address, "/v1") == 200);
    process.start();
    return new LoadBalancer(address, "http://" + statistics, adminPort, process);
  }

  private static Path program() {
    return PROGRAMS.stream()
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "HAProxy is not installed (package haproxy): integration-tests/run installs"
                        + " it"));
  }

  /** The base URL of the API behind it. */
  public String address() {
    return address;
  }

  /** The URL of its page of statistics. */
  public String statistics() {
    return statistics;
  }

  /** The answer to a command of its runtime API, such as {@code show stat}. */
  public String command(String line) {
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), adminPort)) {
      socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot ask HAProxy to " + line, e);
    }
  }

  /** The process, which tests may kill, stop and start again. */
  public Server process() {
    return process;
  }

  @Override
  public void close() {
    process.kill();
  }
}
