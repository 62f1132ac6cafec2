package dev.assay.stack;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Starts the all-in-one process (the three services and their database) by {@code deploy/assay
 * serve}, as an operator does.
 */
public final class AllInOne implements AutoCloseable {
  private final String address;
  private final Path data;
  private final Server process;

  private AllInOne(String address, Path data, Server process) {
    this.address = address;
    this.data = data;
    this.process = process;
  }

  /**
   * Starts the process for a test and waits until it is ready.
   *
   * @param folder its working directory, which receives {@code data} and {@code assay.log}; what is
   *     already there is used, including {@code plugins}
   * @param settings options of the configuration
   */
  public static AllInOne start(Path folder, Map<String, ?> settings) {
    return start(folder, settings, QuickStart.ofStandalone());
  }

  /** As {@link #start(Path, Map)}, for benchmarks: with all compilers. */
  public static AllInOne startFast(Path folder, Map<String, ?> settings) {
    return start(folder, settings, List.of());
  }

  static AllInOne start(Path folder, Map<String, ?> settings, List<String> javaOptions) {
    int port = FreePorts.next();
    var data = folder.toAbsolutePath().resolve("data");
    var words = new ArrayList<>(List.of("serve", "--port", "" + port, "--data", data.toString()));
    settings.forEach((name, value) -> words.addAll(List.of("--set", name + "=" + value)));
    var address = "http://127.0.0.1:" + port;
    var process =
        launcher(
                words,
                javaOptions,
                folder.resolve("assay.log"),
                () -> Service.status(address, "/q/health/ready") == 200)
            .in(folder);
    // Also stops it when the virtual machine is terminated (Ctrl-C).
    Runtime.getRuntime().addShutdownHook(new Thread(process::stop, "stop-all-in-one"));
    PostgresPrograms.give(data);
    try {
      process.start();
      PostgresPrograms.keep(data);
      return new AllInOne(address, data, process);
    } catch (RuntimeException e) {
      process.kill(); // nobody else can, and it would disturb the next one in this folder
      throw e;
    }
  }

  /** {@code deploy/assay} with any arguments, for a test; not started yet, and never ready. */
  public static Server command(Path log, String... arguments) {
    return launcher(List.of(arguments), QuickStart.ofStandalone(), log, () -> false);
  }

  /** As {@link #command}, for benchmarks: with all compilers. */
  public static Server commandFast(Path log, String... arguments) {
    return launcher(List.of(arguments), List.of(), log, () -> false);
  }

  /** The base URL of the API without {@code /v1}. */
  public String address() {
    return address;
  }

  public ApiClient api() {
    return new ApiClient(address);
  }

  /** The data folder ({@code --data}), which contains the database. */
  public Path data() {
    return data;
  }

  /** The process, which tests may kill, stop and start again. */
  public Server process() {
    return process;
  }

  /**
   * Stops the process with SIGTERM, because its database is a separate process and would survive a
   * SIGKILL.
   */
  @Override
  public void close() {
    process.stop();
  }

  private static Server launcher(
      List<String> words, List<String> javaOptions, Path log, BooleanSupplier ready) {
    var command = new ArrayList<String>();
    command.add(Installation.root().resolve("deploy/assay").toString());
    command.addAll(words);
    var environment =
        Map.of(
            "JAVA_HOME",
            System.getProperty("java.home"),
            "ASSAY_JAVA_OPTS",
            String.join(" ", javaOptions));
    return new Server("assay", command, environment, log, ready);
  }
}
