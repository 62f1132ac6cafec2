package dev.assay.bench;

import dev.assay.bench.CallbacksOptions.StackKind;
import java.util.Arrays;
import java.util.List;

/**
 * The command line options of {@link Reads}.
 *
 * @param stack what to measure
 * @param nodes stored nodes, 2,000 to 200,000
 * @param connections requests in progress at once, 1 to 256
 * @param kinds of requests to measure, in this order
 * @param warmUp seconds of each kind of request before it is measured, 0 to 300
 * @param seconds each kind of request is measured, 1 to 120
 */
record ReadsOptions(
    StackKind stack, int nodes, int connections, List<ReadKind> kinds, int warmUp, int seconds) {
  static final String USAGE =
      """
      usage: integration-tests/bench/reads [OPTIONS]

        --stack standalone|services   the all-in-one process, or one process a service (services)
        --nodes N                     stored nodes (10000, 2000 to 200000)
        --connections N               requests under way at once (16, at most 256)
        --only KIND                   one of page, full_page, node, port, lookup, heartbeat (all)
        --warm-up N                   seconds of each kind of request that do not count (30, at most
                                      300): the compiler of the virtual machine takes as long
        --seconds N                   for each kind of request (10, at most 120)
      """;

  ReadsOptions {
    kinds = List.copyOf(kinds);
    CallbacksOptions.within("--nodes", nodes, 2000, 200_000);
    CallbacksOptions.within("--connections", connections, 1, 256);
    CallbacksOptions.within("--warm-up", warmUp, 0, 300);
    CallbacksOptions.within("--seconds", seconds, 1, 120);
  }

  /**
   * Reads the arguments of the command line.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  static ReadsOptions parse(String... arguments) {
    var stack = StackKind.SERVICES;
    int nodes = 10_000;
    int connections = 16;
    var kinds = List.of(ReadKind.values());
    int warmUp = 30;
    int seconds = 10;
    var words = Arrays.asList(arguments).iterator();
    while (words.hasNext()) {
      var option = words.next();
      switch (option) {
        case "--stack" -> stack = CallbacksOptions.kind(CallbacksOptions.value(option, words));
        case "--nodes" -> nodes = CallbacksOptions.number(option, words);
        case "--connections" -> connections = CallbacksOptions.number(option, words);
        case "--only" -> kinds = List.of(only(CallbacksOptions.value(option, words)));
        case "--warm-up" -> warmUp = CallbacksOptions.number(option, words);
        case "--seconds" -> seconds = CallbacksOptions.number(option, words);
        default -> throw new IllegalArgumentException("There is no option " + option + ".");
      }
    }
    return new ReadsOptions(stack, nodes, connections, kinds, warmUp, seconds);
  }

  private static ReadKind only(String word) {
    return Arrays.stream(ReadKind.values())
        .filter(kind -> kind.name().equalsIgnoreCase(word))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("There is no request " + word + "."));
  }
}
