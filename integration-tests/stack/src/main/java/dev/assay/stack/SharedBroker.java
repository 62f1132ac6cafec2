package dev.assay.stack;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A RabbitMQ that the stacks of this process share, each with a virtual host of its own. To start a
 * broker takes about six seconds of processor time.
 */
final class SharedBroker {
  /**
   * About as many as one process of tests needs; when all are given, another broker is started.
   * Unused ones are not free: 32 take 2 % of a processor.
   */
  private static final List<String> NAMES =
      IntStream.rangeClosed(1, 16).mapToObj(number -> "stack-" + number).toList();

  private static @Nullable SharedBroker newest;
  private static int started;

  private final RabbitServer server;
  private int given;

  /** A virtual host that is nobody else's. */
  record VirtualHost(RabbitServer server, String name) {}

  private SharedBroker(RabbitServer server) {
    this.server = server;
  }

  /** An empty virtual host. Its server is being started; it is killed when this process ends. */
  static synchronized VirtualHost virtualHost() {
    var broker = newest;
    if (broker == null || broker.given == NAMES.size()) {
      broker = launch();
      newest = broker;
    }
    return new VirtualHost(broker.server, NAMES.get(broker.given++));
  }

  private static SharedBroker launch() {
    var name = "broker-%d-%d".formatted(ProcessHandle.current().pid(), ++started);
    var server = RabbitServer.prepare(Installation.emptyFolder(name), NAMES);
    Runtime.getRuntime().addShutdownHook(new Thread(server::close, "stop-" + name));
    server.launch();
    return new SharedBroker(server);
  }
}
