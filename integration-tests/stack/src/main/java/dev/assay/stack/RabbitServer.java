package dev.assay.stack;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs the installed RabbitMQ as a child process with its own node name, folders and port mapper
 * (epmd), all on 127.0.0.1. The system's RabbitMQ service, if there is one, is neither used nor
 * disturbed. The broker may be killed and started again; ports and data stay the same.
 */
public final class RabbitServer implements AutoCloseable {
  /** The name and the password of the user of every broker. */
  static final String USER = "guest";

  private static final List<Path> PROGRAMS =
      List.of(
          Path.of("/usr/lib/rabbitmq/bin/rabbitmq-server"),
          Path.of("/usr/local/lib/rabbitmq/bin/rabbitmq-server"),
          Path.of("/opt/rabbitmq/sbin/rabbitmq-server"));

  private final int port = FreePorts.next();
  private final int tlsPort = FreePorts.next();
  private final int managementPort = FreePorts.next();
  private final Map<String, String> environment;
  private final Server portMapper;
  private final Server broker;

  private RabbitServer(Path folder, String tlsOptions, boolean managed, List<String> virtualHosts) {
    int mapperPort = FreePorts.next();
    environment = environment(folder, mapperPort, tlsOptions, managed, virtualHosts);
    portMapper =
        new Server(
            "epmd",
            List.of("epmd", "-address", "127.0.0.1", "-port", String.valueOf(mapperPort)),
            environment,
            folder.resolve("epmd.log"),
            () -> acceptsConnections(mapperPort));
    broker =
        new Server(
            "rabbitmq",
            List.of(program().toString()),
            environment,
            folder.resolve("rabbitmq.log"),
            this::speaksAmqp);
  }

  /** Starts a new, empty broker that keeps everything in {@code folder}. */
  public static RabbitServer start(Path folder) {
    var server = prepare(folder, false);
    server.launch();
    server.awaitReady();
    return server;
  }

  /** Starts a broker that also accepts TLS, with a certificate and its key in PEM files. */
  public static RabbitServer startWithTls(Path folder, Path certificate, Path key) {
    var options =
        """
        ssl_options.certfile = %s
        ssl_options.keyfile = %s
        ssl_options.verify = verify_none
        """
            .formatted(certificate, key);
    var server = new RabbitServer(folder.toAbsolutePath(), options, false, List.of());
    server.launch();
    server.awaitReady();
    return server;
  }

  /** A broker that is not started yet, with the management plug-in if {@code managed}. */
  static RabbitServer prepare(Path folder, boolean managed) {
    return new RabbitServer(folder.toAbsolutePath(), "", managed, List.of());
  }

  /** A broker that is not started yet and will have these virtual hosts instead of "/". */
  static RabbitServer prepare(Path folder, List<String> virtualHosts) {
    return new RabbitServer(folder.toAbsolutePath(), "", false, virtualHosts);
  }

  void launch() {
    portMapper.start();
    broker.launch();
  }

  void awaitReady() {
    broker.awaitReady();
  }

  public int port() {
    return port;
  }

  /** The port for TLS; used only by {@link #startWithTls}. */
  public int tlsPort() {
    return tlsPort;
  }

  /** The URL of the management plug-in, of a stack whose broker has it. */
  public String managementUrl() {
    return "http://127.0.0.1:" + managementPort;
  }

  /** Runs {@code rabbitmqctl} with these arguments; fails if the command fails. */
  public void control(String... arguments) {
    var command = new ArrayList<String>();
    command.add(program().resolveSibling("rabbitmqctl").toString());
    command.addAll(List.of(arguments));
    try {
      var builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().putAll(environment);
      var process = builder.start();
      var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IllegalStateException(command + " failed: " + output);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot run " + command, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + command, e);
    }
  }

  /** The broker process, which tests may kill, stop and start again. */
  public Server process() {
    return broker;
  }

  @Override
  public void close() {
    // The data is not needed any more, and a graceful shutdown takes seconds.
    broker.kill();
    portMapper.kill();
  }

  private Map<String, String> environment(
      Path folder, int mapperPort, String tlsOptions, boolean managed, List<String> virtualHosts) {
    var definitions = folder.resolve("definitions.json");
    if (!virtualHosts.isEmpty()) {
      write(definitions, definitions(virtualHosts));
    }
    write(
        folder.resolve("rabbitmq.conf"),
        "listeners.tcp.1 = 127.0.0.1:%d\n".formatted(port)
            + (tlsOptions.isEmpty() ? "" : "listeners.ssl.1 = 127.0.0.1:%d\n".formatted(tlsPort))
            + (managed
                ? "management.tcp.ip = 127.0.0.1\nmanagement.tcp.port = %d\n"
                    .formatted(managementPort)
                : "")
            + (virtualHosts.isEmpty() ? "" : "load_definitions = %s\n".formatted(definitions))
            + tlsOptions);
    write(folder.resolve("enabled_plugins"), managed ? "[rabbitmq_management].\n" : "[].\n");
    write(
        folder.resolve("rabbitmq-env.conf"),
        managed ? "" : "RABBITMQ_HOME='%s'\n".formatted(withoutPlugIns(folder.resolve("home"))));
    var environment = new HashMap<String, String>();
    environment.put("HOME", folder.toString());
    environment.put("ERL_EPMD_PORT", String.valueOf(mapperPort));
    environment.put("ERL_EPMD_ADDRESS", "127.0.0.1");
    environment.put("RABBITMQ_NODENAME", "assay" + port + "@localhost");
    environment.put("RABBITMQ_DIST_PORT", String.valueOf(FreePorts.next()));
    environment.put("RABBITMQ_CONF_ENV_FILE", folder.resolve("rabbitmq-env.conf").toString());
    environment.put("RABBITMQ_CONFIG_FILE", folder.resolve("rabbitmq.conf").toString());
    environment.put("RABBITMQ_ADVANCED_CONFIG_FILE", folder.resolve("advanced.config").toString());
    environment.put("RABBITMQ_ENABLED_PLUGINS_FILE", folder.resolve("enabled_plugins").toString());
    environment.put("RABBITMQ_MNESIA_BASE", folder.resolve("mnesia").toString());
    environment.put("RABBITMQ_LOG_BASE", folder.resolve("log").toString());
    environment.put("RABBITMQ_PID_FILE", folder.resolve("rabbitmq.pid").toString());
    environment.put("RABBITMQ_LOGS", "-");
    // No busy waiting: the processors are needed by what is tested.
    environment.put(
        "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS",
        "-start_epmd false -kernel inet_dist_use_interface {127,0,0,1}"
            + " +sbwt none +sbwtdcpu none +sbwtdio none");
    return environment;
  }

  private static String definitions(List<String> virtualHosts) {
    var all = JsonNodeFactory.instance.objectNode();
    all.putArray("users")
        .addObject()
        .put("name", USER)
        .put("password", USER)
        .put("tags", "administrator");
    var hosts = all.putArray("vhosts");
    var permissions = all.putArray("permissions");
    for (var name : virtualHosts) {
      hosts.addObject().put("name", name);
      var permission = permissions.addObject().put("user", USER).put("vhost", name);
      List.of("configure", "write", "read").forEach(right -> permission.put(right, ".*"));
    }
    return all.toString();
  }

  /**
   * Makes a home of RabbitMQ, in {@code home}, that has links to its libraries and no plug-ins.
   * While it starts, RabbitMQ looks for each of 800 modules in the folders of all plug-ins, whether
   * enabled or not, which takes more than a third of the processor time of a start.
   */
  private static Path withoutPlugIns(Path home) {
    try {
      var installed = program().toRealPath().resolve("../../plugins").normalize();
      var links = Files.createDirectories(home.resolve("plugins"));
      try (var all = Files.list(installed)) {
        for (var each : all.filter(RabbitServer::isLibrary).toList()) {
          Files.createSymbolicLink(links.resolve(each.getFileName()), each);
        }
      }
      return home;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a home of RabbitMQ in " + home, e);
    }
  }

  private static boolean isLibrary(Path folder) {
    var name = folder.getFileName().toString();
    return name.startsWith("rabbitmq_prelaunch-") || !name.startsWith("rabbitmq_");
  }

  private static Path program() {
    return PROGRAMS.stream()
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "RabbitMQ is not installed (package rabbitmq-server): integration-tests/run"
                        + " installs it"));
  }

  private static boolean acceptsConnections(int port) {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  /** AMQP 0-9-1, 4.2.2: the server answers the protocol header with a method frame (type 1). */
  private boolean speaksAmqp() {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
      socket.setSoTimeout(2000);
      socket.getOutputStream().write(new byte[] {'A', 'M', 'Q', 'P', 0, 0, 9, 1});
      return socket.getInputStream().read() == 1;
    } catch (IOException _) {
      return false;
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  /** All processes of the broker and its port mapper. */
  public List<ProcessHandle> processes() {
    return Stream.concat(broker.processes().stream(), portMapper.processes().stream()).toList();
  }
}
