package dev.assay.bench;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * The command line options of {@link Callbacks}.
 *
 * @param stack what to measure
 * @param nodes how many callbacks are measured, 1 to 5000
 * @param warmUp how many are posted before, 0 to 5000
 * @param concurrency callbacks in progress at once, 1 to 256; for a closed loop
 * @param rate callbacks a second, 1 to 2000; 0: a closed loop
 * @param size of a body in bytes, to 1 MB; larger bodies are not shortened
 * @param json file for the results as JSON; null for none
 */
record CallbacksOptions(
    StackKind stack,
    int nodes,
    int warmUp,
    int concurrency,
    int rate,
    int size,
    @Nullable Path json) {
  static final String USAGE =
      """
      usage: integration-tests/bench/callbacks [OPTIONS]

        --stack standalone|services   the all-in-one process, or one process a service (services)
        --nodes N                     callbacks to measure (1000, at most 5000)
        --warm-up N                   callbacks before that, not measured (500, at most 5000)
        --concurrency N               callbacks under way at once (32, at most 256)
        --rate N                      this many a second, however long they take, instead of
                                      as many as are answered (at most 2000)
        --size N                      bytes of a body (50000, at most 1000000)
        --json FILE                   the figures as JSON
      """;

  /** The installation that is measured. */
  enum StackKind {
    STANDALONE,
    SERVICES
  }

  CallbacksOptions {
    within("--nodes", nodes, 1, 5000);
    within("--warm-up", warmUp, 0, 5000);
    within("--concurrency", concurrency, 1, 256);
    within("--rate", rate, 0, 2000);
    within("--size", size, 1, 1_000_000);
  }

  /**
   * Reads the arguments of the command line.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  static CallbacksOptions parse(String... arguments) {
    var stack = StackKind.SERVICES;
    int nodes = 1000;
    int warmUp = 500;
    int concurrency = 32;
    int rate = 0;
    int size = 50_000;
    Path json = null;
    var words = Arrays.asList(arguments).iterator();
    while (words.hasNext()) {
      var option = words.next();
      switch (option) {
        case "--stack" -> stack = kind(value(option, words));
        case "--nodes" -> nodes = number(option, words);
        case "--warm-up" -> warmUp = number(option, words);
        case "--concurrency" -> concurrency = number(option, words);
        case "--rate" -> rate = number(option, words);
        case "--size" -> size = number(option, words);
        case "--json" -> json = Path.of(value(option, words));
        default -> throw new IllegalArgumentException("There is no option " + option + ".");
      }
    }
    return new CallbacksOptions(stack, nodes, warmUp, concurrency, rate, size, json);
  }

  static StackKind kind(String word) {
    return switch (word) {
      case "standalone" -> StackKind.STANDALONE;
      case "services" -> StackKind.SERVICES;
      default -> throw new IllegalArgumentException("There is no stack " + word + ".");
    };
  }

  static int number(String option, Iterator<String> words) {
    var word = value(option, words);
    try {
      return Integer.parseInt(word);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(option + " wants a number, not " + word + ".", e);
    }
  }

  static String value(String option, Iterator<String> words) {
    if (!words.hasNext()) {
      throw new IllegalArgumentException(option + " wants a value.");
    }
    return words.next();
  }

  static void within(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(option + " must be " + least + " to " + most + ".");
    }
  }
}
