package dev.assay.standalone;

import dev.assay.standalone.client.Api;
import dev.assay.standalone.demo.Demo;
import dev.assay.standalone.demo.Demo.Plan;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Starts the service and a simulated rack, and inspects it. */
@Command(
    name = "demo",
    description = "Start the service and simulated machines, inspect them all, and stay up.")
final class DemoCommand implements Callable<Integer> {
  @Mixin private ServiceOptions options = new ServiceOptions();

  @Option(
      names = "--machines",
      paramLabel = "N",
      description = "Number of simulated machines (default: 8).")
  private int machines = 8;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description =
          "Seed for generating the machines; the same seed gives the same rack (default: 1).")
  private long seed = 1;

  @Option(
      names = "--bmc-kinds",
      split = ",",
      paramLabel = "KIND",
      description = "Kinds of BMCs, in rotation: " + Demo.BMC_KINDS + " (default: all).")
  private List<String> bmcKinds = List.of(Demo.BMC_KINDS.split(",", -1));

  @Spec
  @SuppressWarnings("NullAway.Init") // set before call
  private CommandSpec spec;

  @Option(names = "--exit", description = "End after the summary; 0 when all were inspected.")
  private boolean exit;

  @Override
  public Integer call() throws InterruptedException {
    System.out.println("Starting Assay and " + machines + " simulated machines ...");
    options.setDefault("assay.log.audit-level", "WARN"); // keeps the table readable
    // The service closes before the demo because it still powers machines off.
    try (var demo = demo();
        var service = LocalService.start(options);
        var api = new Api(service.url())) {
      var allInspected = demo.run(api, System.out);
      System.out.println("Try next, in another terminal:");
      System.out.println("  export OS_AUTH_TYPE=none OS_ENDPOINT=" + service.url());
      System.out.println("  openstack baremetal node list");
      System.out.println("  openstack baremetal node show rack1-u01");
      if (exit) {
        return allInspected ? 0 : 1;
      }
      System.out.println("Assay stays up on " + service.url() + "; Ctrl-C ends it.");
      return service.awaitStop();
    }
  }

  private Demo demo() {
    try {
      return new Demo(Plan.local(url(), machines, bmcKinds, seed), Clock.systemUTC());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  /** Where the service will listen: the machines must know it before it reads its configuration. */
  private String url() {
    var configured = System.getenv().getOrDefault("ASSAY_API_PORT", "6385");
    options.setDefault(ServiceOptions.PORT, System.getProperty(ServiceOptions.PORT, configured));
    var settings = options.settings();
    return ServiceOptions.url(
        settings.containsKey(ServiceOptions.CERTIFICATE),
        settings.getOrDefault(ServiceOptions.PORT, ""));
  }
}
