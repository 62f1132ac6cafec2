package dev.assay.bench;

import dev.assay.simulator.Payloads;
import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.HardwareKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The command line options of {@link HookCosts}.
 *
 * @param file the body of a callback; null for one of a simulated machine
 * @param size of the simulated body in bytes
 * @param warmUp runs that are not measured, 0 to 1,000,000
 * @param runs runs that are measured, 1 to 1,000,000
 */
record HookCostsOptions(@Nullable Path file, int size, int warmUp, int runs) {
  static final String USAGE =
      """
      usage: integration-tests/bench/hooks [OPTIONS]

        --file FILE   the body of a callback (one of a simulated machine)
        --size N      bytes of the simulated body (50000, at most 1000000)
        --warm-up N   runs that do not count (20000): the compiler of the virtual machine takes as
                      long
        --runs N      runs to measure (5000)
      """;

  HookCostsOptions {
    CallbacksOptions.within("--size", size, 1, 1_000_000);
    CallbacksOptions.within("--warm-up", warmUp, 0, 1_000_000);
    CallbacksOptions.within("--runs", runs, 1, 1_000_000);
  }

  /**
   * Reads the arguments of the command line.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  static HookCostsOptions parse(String... arguments) {
    Path file = null;
    int size = 50_000;
    int warmUp = 20_000;
    int runs = 5_000;
    var words = Arrays.asList(arguments).iterator();
    while (words.hasNext()) {
      var option = words.next();
      switch (option) {
        case "--file" -> file = Path.of(CallbacksOptions.value(option, words));
        case "--size" -> size = CallbacksOptions.number(option, words);
        case "--warm-up" -> warmUp = CallbacksOptions.number(option, words);
        case "--runs" -> runs = CallbacksOptions.number(option, words);
        default -> throw new IllegalArgumentException("There is no option " + option + ".");
      }
    }
    return new HookCostsOptions(file, size, warmUp, runs);
  }

  /** The body of the callback. */
  byte[] payload() throws IOException {
    if (file != null) {
      return Files.readAllBytes(file);
    }
    var plan =
        RackPlan.to("http://127.0.0.1/nowhere") // nothing is started
            .machines(1)
            .kinds(HardwareKind.ONE_U_TWO_SOCKET)
            .build();
    try (var rack = Rack.of(plan)) {
      return Payloads.ofSize(rack.machines().getFirst(), size);
    }
  }
}
