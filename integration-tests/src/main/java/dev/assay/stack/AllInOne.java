package dev.assay.stack;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * The three services and their database in one process, started by {@code deploy/assay serve} as an
 * operator starts it.
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
   * Starts it and waits until it is ready.
   *
   * @param folder its working directory, for {@code data} and {@code assay.log}; what it finds
   *     there it uses, {@code plugins} too
   * @param settings options of the configuration
   */
  public static AllInOne start(Path folder, Map<String, ?> settings) {
    int port = FreePorts.next();
    var data = folder.toAbsolutePath().resolve("data");
    var words = new ArrayList<>(List.of("serve", "--port", "" + port, "--data", data.toString()));
    settings.forEach((name, value) -> words.addAll(List.of("--set", name + "=" + value)));
    var address = "http://127.0.0.1:" + port;
    var process =
        launcher(
                words,
                folder.resolve("assay.log"),
                () -> Service.status(address, "/q/health/ready") == 200)
            .in(folder);
    // Also when the virtual machine is told to end in between (Ctrl-C).
    Runtime.getRuntime().addShutdownHook(new Thread(process::stop, "stop-all-in-one"));
    return new AllInOne(address, data, process.start());
  }

  /** {@code deploy/assay} with any arguments, not started; it is never ready. */
  public static Server command(Path log, String... arguments) {
    return launcher(List.of(arguments), log, () -> false);
  }

  /** The address without {@code /v1}. */
  public String address() {
    return address;
  }

  public ApiClient api() {
    return new ApiClient(address);
  }

  /** The folder of its database. */
  public Path data() {
    return data;
  }

  /** The process: to be killed, stopped, started again. */
  public Server process() {
    return process;
  }

  /** Stops it politely; its database is a process of its own and would outlive it otherwise. */
  @Override
  public void close() {
    process.stop();
  }

  private static Server launcher(List<String> words, Path log, BooleanSupplier ready) {
    var command = new ArrayList<String>();
    command.add(Installation.root().resolve("deploy/assay").toString());
    command.addAll(words);
    return new Server(
        "assay", command, Map.of("JAVA_HOME", System.getProperty("java.home")), log, ready);
  }
}
