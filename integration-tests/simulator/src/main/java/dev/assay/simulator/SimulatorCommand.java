package dev.assay.simulator;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.simulator.hardware.BmcKind;
import dev.assay.simulator.machine.Machine;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/**
 * The command that runs a rack: prints a line of JSON for each machine and then {@code ready}, and
 * runs until the process is stopped.
 */
public final class SimulatorCommand {
  private static final String USAGE =
      """
      usage: SimulatorCommand --callback-url URL[,URL...] [--api-url URL]
        [--machines N] [--seed S] [--listen HOST] [--first-port P]
        [--boot-seconds X] [--time-scale F]
        [--bmc-kinds KIND[,KIND...]] [--systems-per-bmc N] [--bmc-latency-ms N]
        [--bmc-scheme http|https]
      """;
  private static final Set<String> OPTIONS =
      Set.of(
          "--callback-url",
          "--api-url",
          "--machines",
          "--seed",
          "--listen",
          "--first-port",
          "--boot-seconds",
          "--time-scale",
          "--bmc-kinds",
          "--systems-per-bmc",
          "--bmc-latency-ms",
          "--bmc-scheme");

  private SimulatorCommand() {}

  /** Exits with status 2 if the options are invalid. */
  public static void main(String[] arguments) throws InterruptedException {
    RackPlan plan;
    try {
      plan = plan(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println(e.getMessage());
      System.err.print(USAGE);
      System.exit(2);
      return;
    }
    var rack = Rack.of(plan).start();
    Runtime.getRuntime().addShutdownHook(new Thread(rack::close, "rack-close"));
    print(rack, System.out);
    new CountDownLatch(1).await();
  }

  /**
   * The plan that the options describe.
   *
   * @throws IllegalArgumentException if an option is unknown, incomplete or out of range
   */
  static RackPlan plan(String... arguments) {
    var values = values(arguments);
    var callbackUrl = values.get("--callback-url");
    if (callbackUrl == null) {
      throw new IllegalArgumentException("--callback-url is missing");
    }
    var plan =
        RackPlan.to(callbackUrl)
            .machines(Integer.parseInt(values.getOrDefault("--machines", "1")))
            .seed(Long.parseLong(values.getOrDefault("--seed", "1")))
            .listenHost(values.getOrDefault("--listen", "127.0.0.1"))
            .firstBmcPort(Integer.parseInt(values.getOrDefault("--first-port", "0")))
            .bootTime(seconds(values.getOrDefault("--boot-seconds", "10")))
            .timeScale(Double.parseDouble(values.getOrDefault("--time-scale", "1")))
            .bmcKinds(
                BmcKind.named(
                    List.of(values.getOrDefault("--bmc-kinds", "generic").split(",", -1))))
            .systemsPerBmc(Integer.parseInt(values.getOrDefault("--systems-per-bmc", "1")))
            .bmcLatency(
                Duration.ofMillis(Long.parseLong(values.getOrDefault("--bmc-latency-ms", "0"))))
            .bmcTls(isHttps(values.getOrDefault("--bmc-scheme", "http")));
    var apiUrl = values.get("--api-url");
    return (apiUrl == null ? plan : plan.apiUrl(apiUrl)).build();
  }

  private static boolean isHttps(String scheme) {
    return switch (scheme) {
      case "http" -> false;
      case "https" -> true;
      default -> throw new IllegalArgumentException("--bmc-scheme: http or https");
    };
  }

  /** Prints one line of JSON for each machine, then {@code ready}. */
  static void print(Rack rack, PrintStream out) {
    rack.machines().forEach(machine -> out.println(line(rack, machine)));
    out.println("ready");
    out.flush();
  }

  private static String line(Rack rack, Machine machine) {
    var line =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", machine.name())
            .put("bmc_url", machine.bmcUrl().toString())
            .put("system_path", machine.systemPath())
            .put("username", machine.username())
            .put("password", machine.password());
    machine.macAddresses().forEach(line.putArray("macs")::add);
    rack.bmcCertificate().ifPresent(pem -> line.put("bmc_certificate", pem));
    return line.toString();
  }

  private static Map<String, String> values(String... arguments) {
    var values = new HashMap<String, String>();
    for (int i = 0; i < arguments.length; i += 2) {
      var option = arguments[i];
      if (!OPTIONS.contains(option)) {
        throw new IllegalArgumentException("unknown option " + option);
      }
      if (i + 1 == arguments.length) {
        throw new IllegalArgumentException(option + " needs a value");
      }
      values.put(option, arguments[i + 1]);
    }
    return values;
  }

  private static Duration seconds(String text) {
    return Duration.ofMillis(new BigDecimal(text).movePointRight(3).longValue());
  }
}
