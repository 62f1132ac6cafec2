package dev.assay.stack;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Runs one of the packaged services as a separate process, and knows its address. */
public final class Service implements AutoCloseable {
  private static final HttpClient HTTP =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();

  private final String address;
  private final Server process;
  private final List<String> command;

  private Service(String address, Server process, List<String> command) {
    this.address = address;
    this.process = process;
    this.command = command;
  }

  /** The base URL of the API, health and metrics, for example {@code http://127.0.0.1:12345}. */
  public String address() {
    return address;
  }

  public String name() {
    return process.name();
  }

  /** The process, which tests may kill and stop, and which has the log. */
  public Server process() {
    return process;
  }

  /** From its next start on it is of this version, if it was of an earlier one. */
  public void upgrade() {
    process.command(command);
  }

  Service launch() {
    process.launch();
    return this;
  }

  Service awaitReady() {
    process.awaitReady();
    return this;
  }

  /** Starts it again, on the same port, and waits until it is ready. */
  public Service start() {
    process.start();
    return this;
  }

  @Override
  public void close() {
    process.close();
  }

  /**
   * The status of a GET request to this service, for health and metrics; 0 if it cannot be reached.
   */
  public int status(String path) {
    return status(address, path);
  }

  /** The body of a GET request to this service, for health and metrics. */
  public String text(String path) throws IOException, InterruptedException {
    return HTTP.send(request(address, path), BodyHandlers.ofString()).body();
  }

  private static HttpRequest request(String address, String path) {
    return HttpRequest.newBuilder(URI.create(address + path))
        .timeout(Duration.ofSeconds(5))
        .build();
  }

  /** The status of a GET request; 0 if no response came. */
  static int status(String address, String path) {
    try {
      return HTTP.send(request(address, path), BodyHandlers.discarding()).statusCode();
    } catch (IOException _) {
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while asking " + address + path, e);
    }
  }

  /** Creates services that share database, broker and settings. */
  static final class Launcher {
    /** What the upgrade notes demand while an earlier version runs, which ignores it. */
    private static final Map<String, String> BESIDE_EARLIER_ONES =
        Map.of("ASSAY_INVENTORY_COMPRESSION", "gzip");

    private final Path folder;
    private final Function<String, List<String>> javaOptions;
    private final Map<String, String> settings;
    private final Map<String, Map<String, String>> settingsByService;
    private final Path checkout;

    /**
     * Creates services.
     *
     * @param checkout the folder of the project whose services are started
     */
    Launcher(
        Path folder,
        Function<String, List<String>> javaOptions,
        Map<String, String> settings,
        Map<String, Map<String, String>> settingsByService,
        Path checkout) {
      this.folder = folder;
      this.javaOptions = javaOptions;
      this.settings = settings;
      this.settingsByService = settingsByService;
      this.checkout = checkout;
    }

    Service api(String name, int port) {
      return service(name, "api-service", port, Map.of("assay.api.port", port));
    }

    Service conductor(String name) {
      int port = FreePorts.next();
      return service(
          name,
          "conductor-service",
          port,
          Map.of("assay.conductor.port", port, "assay.conductor.host", name));
    }

    Service filter(String name) {
      int port = FreePorts.next();
      return service(
          name,
          "pxe-filter-service",
          port,
          Map.of("assay.pxe-filter.port", port, "assay.pxe-filter.host", name));
    }

    private Service service(String name, String module, int port, Map<String, Object> own) {
      var all = new LinkedHashMap<String, Object>(settings);
      all.putAll(own);
      all.putAll(settingsByService.getOrDefault(name, Map.of()));
      var address = "http://127.0.0.1:" + port;
      return new Service(
          address,
          new Server(
              name,
              command(module, all, checkout),
              checkout.equals(Installation.root()) ? Map.of() : BESIDE_EARLIER_ONES,
              folder.resolve(name + ".log"),
              () -> status(address, "/q/health/ready") == 200),
          command(module, all, Installation.root()));
    }

    private List<String> command(String module, Map<String, Object> options, Path root) {
      var command = new ArrayList<String>();
      command.add(Installation.java().toString());
      var heap = module.equals("pxe-filter-service") ? "-Xmx64m" : "-Xmx192m";
      command.addAll(List.of(heap, "-XX:+UseSerialGC"));
      command.add("-XX:+ExitOnOutOfMemoryError"); // as docs/operating.md tells operators
      command.addAll(javaOptions.apply(module));
      options.forEach((option, value) -> command.add("-D" + option + "=" + value));
      command.add("-jar");
      command.add(Installation.application(root, module).toString());
      return command;
    }
  }
}
