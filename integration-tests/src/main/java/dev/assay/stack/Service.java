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

/** One of the packaged services, as a process of its own, with its address. */
public final class Service implements AutoCloseable {
  private static final HttpClient HTTP =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(2))
          .build();

  private final String address;
  private final Server process;

  private Service(String address, Server process) {
    this.address = address;
    this.process = process;
  }

  /** For example {@code http://127.0.0.1:12345}: the API, health and metrics. */
  public String address() {
    return address;
  }

  public String name() {
    return process.name();
  }

  /** The process: to be killed, stopped, asked for its log. */
  public Server process() {
    return process;
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

  /** The answer of a GET on it, for health and metrics. */
  public int status(String path) {
    return status(address, path);
  }

  /** The text that a GET on it answers, for health and metrics. */
  public String text(String path) throws IOException, InterruptedException {
    return HTTP.send(request(address, path), BodyHandlers.ofString()).body();
  }

  private static HttpRequest request(String address, String path) {
    return HttpRequest.newBuilder(URI.create(address + path))
        .timeout(Duration.ofSeconds(5))
        .build();
  }

  /** The status; 0 when nobody answers. */
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

  /** Makes services that share database, broker and settings. */
  static final class Launcher {
    private final Path folder;
    private final List<String> javaOptions;
    private final Map<String, String> settings;
    private final Map<String, Map<String, String>> ofOne;

    Launcher(
        Path folder,
        List<String> javaOptions,
        Map<String, String> settings,
        Map<String, Map<String, String>> ofOne) {
      this.folder = folder;
      this.javaOptions = javaOptions;
      this.settings = settings;
      this.ofOne = ofOne;
    }

    Service api(String name) {
      int port = FreePorts.next();
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
      return service(name, "pxe-filter-service", port, Map.of("assay.pxe-filter.port", port));
    }

    private Service service(String name, String module, int port, Map<String, Object> own) {
      var all = new LinkedHashMap<String, Object>(settings);
      all.putAll(own);
      all.putAll(ofOne.getOrDefault(name, Map.of()));
      var command = new ArrayList<String>();
      command.add(Installation.java().toString());
      command.addAll(javaOptions);
      all.forEach((option, value) -> command.add("-D" + option + "=" + value));
      command.add("-jar");
      command.add(Installation.application(module).toString());
      var address = "http://127.0.0.1:" + port;
      return new Service(
          address,
          new Server(
              name,
              command,
              Map.of(),
              folder.resolve(name + ".log"),
              () -> status(address, "/q/health/ready") == 200));
    }
  }
}
