package dev.assay.bench;

import dev.assay.bench.CallbacksOptions.StackKind;
import java.util.Arrays;
import java.util.List;

/**
 * The command line options of {@link RuleCosts}.
 *
 * @param rules numbers of rules to measure, each 1 to 20,000
 * @param size of the simulated callback in bytes
 * @param warmUp rules run before anything is measured, 0 to 1,000,000,000
 * @param runs that are measured for each number of rules, 1 to 100,000
 * @param stack what executes the dry run
 * @param nodes stored inventories of the dry run, 0 to 200,000; 0 for no dry run
 * @param tried rules of the dry run, 1 to 5,000
 */
record RuleCostsOptions(
    List<Integer> rules, int size, int warmUp, int runs, StackKind stack, int nodes, int tried) {
  static final String USAGE =
      """
      usage: integration-tests/bench/rules [OPTIONS]

        --rules N,N...  how many rules at a time (250,500,1000,2000,4000)
        --size N        bytes of the simulated callback (50000, at most 1000000)
        --warm-up N     rules run that do not count (2000000): the compiler of the virtual machine
                        takes as long
        --runs N        inspections to measure for each number of rules (300)
        --stack standalone|services
                        what does the dry run: the all-in-one process, or one process a service
                        (services)
        --nodes N       stored inventories of the dry run (10000; 0 for no dry run)
        --tried N       rules of the dry run (10)
      """;

  RuleCostsOptions {
    rules = List.copyOf(rules);
    rules.forEach(count -> CallbacksOptions.within("--rules", count, 1, 20_000));
    CallbacksOptions.within("--size", size, 1, 1_000_000);
    CallbacksOptions.within("--warm-up", warmUp, 0, 1_000_000_000);
    CallbacksOptions.within("--runs", runs, 1, 100_000);
    CallbacksOptions.within("--nodes", nodes, 0, 200_000);
    CallbacksOptions.within("--tried", tried, 1, 5_000);
  }

  /**
   * Reads the arguments of the command line.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  static RuleCostsOptions parse(String... arguments) {
    var rules = List.of(250, 500, 1000, 2000, 4000);
    int size = 50_000;
    int warmUp = 2_000_000;
    int runs = 300;
    var stack = StackKind.SERVICES;
    int nodes = 10_000;
    int tried = 10;
    var words = Arrays.asList(arguments).iterator();
    while (words.hasNext()) {
      var option = words.next();
      switch (option) {
        case "--rules" -> rules = counts(CallbacksOptions.value(option, words));
        case "--size" -> size = CallbacksOptions.number(option, words);
        case "--warm-up" -> warmUp = CallbacksOptions.number(option, words);
        case "--runs" -> runs = CallbacksOptions.number(option, words);
        case "--stack" -> stack = CallbacksOptions.kind(CallbacksOptions.value(option, words));
        case "--nodes" -> nodes = CallbacksOptions.number(option, words);
        case "--tried" -> tried = CallbacksOptions.number(option, words);
        default -> throw new IllegalArgumentException("There is no option " + option + ".");
      }
    }
    return new RuleCostsOptions(rules, size, warmUp, runs, stack, nodes, tried);
  }

  private static List<Integer> counts(String word) {
    try {
      return Arrays.stream(word.split(",", -1)).map(Integer::valueOf).toList();
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("--rules wants numbers with commas, not " + word, e);
    }
  }
}
