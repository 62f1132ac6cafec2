package dev.assay.bench;

import static dev.assay.bench.CallbacksOptions.number;
import static dev.assay.bench.CallbacksOptions.within;

import java.time.Duration;
import java.util.Arrays;

/**
 * The command line options of {@link Starts}.
 *
 * @param nodes how many are inspected at once, 1 to 20000
 * @param starts concurrent starts on each conductor, 1 to 1000
 * @param scale divisor of all times, 1 to 300
 */
record StartsOptions(int nodes, int starts, int scale) {
  static final String USAGE =
      """
      usage: integration-tests/bench/starts [OPTIONS]

        --nodes N     nodes that are told to inspect at once (10000, at most 20000)
        --starts N    at once on each of the two conductors (50, at most 1000)
        --scale N     all times are divided by it: a start takes 30 s and has 10 minutes (100,
                      at most 300)
      """;

  StartsOptions {
    within("--nodes", nodes, 1, 20_000);
    within("--starts", starts, 1, 1000);
    within("--scale", scale, 1, 300);
  }

  /**
   * Reads the arguments of the command line.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  static StartsOptions parse(String... arguments) {
    int nodes = 10_000;
    int starts = 50;
    int scale = 100;
    var words = Arrays.asList(arguments).iterator();
    while (words.hasNext()) {
      var option = words.next();
      switch (option) {
        case "--nodes" -> nodes = number(option, words);
        case "--starts" -> starts = number(option, words);
        case "--scale" -> scale = number(option, words);
        default -> throw new IllegalArgumentException("There is no option " + option + ".");
      }
    }
    return new StartsOptions(nodes, starts, scale);
  }

  Duration scaled(Duration time) {
    return time.dividedBy(scale);
  }
}
