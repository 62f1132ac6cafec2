package dev.assay.standalone;

import dev.assay.standalone.client.Api;
import dev.assay.standalone.client.Api.RefusedException;
import dev.assay.standalone.demo.Demo;
import dev.assay.standalone.demo.Demo.Plan;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Starts a simulated rack for a service that runs already, and inspects it. */
@Command(
    name = "simulate",
    description = "Enrol and inspect simulated machines at a running API, and stay up.")
final class SimulateCommand implements Callable<Integer> {
  @Mixin private ApiOptions address = new ApiOptions();

  @Option(names = "--machines", paramLabel = "N", description = "Number of machines (default: 8).")
  private int machines = 8;

  @Option(names = "--seed", paramLabel = "S", description = "The same seed: the same machines (1).")
  private long seed = 1;

  @Option(
      names = "--bmc-kinds",
      split = ",",
      paramLabel = "KIND",
      description = "Kinds of BMCs, in rotation: " + Demo.BMC_KINDS + " (default: all).")
  private List<String> bmcKinds = List.of(Demo.BMC_KINDS.split(",", -1));

  @Option(
      names = "--host",
      paramLabel = "HOST",
      description = "Address of the BMCs, for conductors, too (default: 127.0.0.1).")
  private String host = "127.0.0.1";

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How many times each machine is inspected (default: 1).")
  private int rounds = 1;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      description = "How long to wait for an API and a conductor that start (default: 120).")
  private int wait = 120;

  @Option(names = "--exit", description = "End after the summary; 0 when all were inspected.")
  private boolean exit;

  @Spec
  @SuppressWarnings("NullAway.Init") // set before call
  private CommandSpec spec;

  @Override
  public Integer call() throws IOException, GeneralSecurityException, InterruptedException {
    try (var demo = demo();
        var api = address.open()) {
      awaitDriver(api);
      var allInspected = demo.run(api, System.out);
      if (exit) {
        return allInspected ? 0 : 1;
      }
      System.out.println("The machines stay up; Ctrl-C ends them.");
      new CountDownLatch(1).await();
      return 0;
    }
  }

  /** Services that are started at the same time need a while: one of them must offer the driver. */
  private void awaitDriver(Api api) throws InterruptedException {
    var limit = System.nanoTime() + Duration.ofSeconds(wait).toNanos();
    while (true) {
      try {
        if (api.get("/v1/drivers/redfish").is(200)) {
          return;
        }
        pause(limit, "The API at " + address.url() + " has no conductor with the driver redfish.");
      } catch (RefusedException e) { // waiting does not help
        throw new IllegalArgumentException(e.getMessage(), e);
      } catch (IllegalStateException e) { // not reached, or not ready
        pause(limit, String.valueOf(e.getMessage()));
      }
    }
  }

  private static void pause(long limit, String reason) throws InterruptedException {
    if (System.nanoTime() > limit) {
      throw new IllegalArgumentException(reason);
    }
    TimeUnit.SECONDS.sleep(1);
  }

  private Demo demo() {
    try {
      var plan = new Plan(address.url(), machines, bmcKinds, seed, host, rounds);
      return new Demo(plan, Clock.systemUTC());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
