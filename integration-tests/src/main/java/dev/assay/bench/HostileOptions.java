package dev.assay.bench;

import dev.assay.bench.CallbacksOptions.StackKind;
import java.util.Arrays;

/**
 * The command line options of {@link Hostile}.
 *
 * @param stack what to measure
 * @param connections that post large bodies of unknown machines, every other one stalling, 0 to 400
 * @param bodySize of each of these bodies in bytes, 100 KB to 16 MB
 * @param link bandwidth that they share, in million bytes a second, to 1000; 0 for no limit
 * @param warmUp seconds of ordinary requests before, half of them beside few large posts, 0 to 300
 * @param seconds how long the measurement takes, 1 to 300
 * @param rate ordinary requests a second meanwhile, 1 to 500
 * @param callbacks of waiting machines afterwards, all at once, 0 to 1000
 * @param callbackSize of each of these in bytes, 300 KB to 15 MB
 */
record HostileOptions(
    StackKind stack,
    int connections,
    int bodySize,
    int link,
    int warmUp,
    int seconds,
    int rate,
    int callbacks,
    int callbackSize) {
  static final String USAGE =
      """
      usage: integration-tests/bench/hostile [OPTIONS]

        --stack standalone|services   the all-in-one process, or one process a service (standalone)
        --connections N               that post large bodies, half of them stalling (200, at most 400)
        --body-size N                 bytes of such a body (15000000)
        --link N                      million bytes a second that they send together, as over a network
                                      link (125, at most 1000; 0: no bound)
        --warm-up N                   seconds of ordinary requests before, half of them beside 8 such
                                      connections (30, at most 300)
        --seconds N                   how long they do (30, at most 300)
        --rate N                      ordinary requests a second meanwhile (50, at most 500)
        --callbacks N                 callbacks of waiting machines afterwards, all at once, which
                                      retry as ramdisks do (300, at most 1000)
        --callback-size N             bytes of such a callback (3000000)
      """;

  HostileOptions {
    CallbacksOptions.within("--connections", connections, 0, 400);
    CallbacksOptions.within("--body-size", bodySize, 100_000, 16_000_000);
    CallbacksOptions.within("--link", link, 0, 1000);
    CallbacksOptions.within("--warm-up", warmUp, 0, 300);
    CallbacksOptions.within("--seconds", seconds, 1, 300);
    CallbacksOptions.within("--rate", rate, 1, 500);
    CallbacksOptions.within("--callbacks", callbacks, 0, 1000);
    CallbacksOptions.within("--callback-size", callbackSize, 300_000, 15_000_000);
  }

  /**
   * Reads the arguments of the command line.
   *
   * @throws IllegalArgumentException with a message for the user
   */
  static HostileOptions parse(String... arguments) {
    var stack = StackKind.STANDALONE;
    int connections = 200;
    int bodySize = 15_000_000;
    int link = 125;
    int warmUp = 30;
    int seconds = 30;
    int rate = 50;
    int callbacks = 300;
    int callbackSize = 3_000_000;
    var words = Arrays.asList(arguments).iterator();
    while (words.hasNext()) {
      var option = words.next();
      switch (option) {
        case "--stack" -> stack = CallbacksOptions.kind(CallbacksOptions.value(option, words));
        case "--connections" -> connections = CallbacksOptions.number(option, words);
        case "--body-size" -> bodySize = CallbacksOptions.number(option, words);
        case "--link" -> link = CallbacksOptions.number(option, words);
        case "--warm-up" -> warmUp = CallbacksOptions.number(option, words);
        case "--seconds" -> seconds = CallbacksOptions.number(option, words);
        case "--rate" -> rate = CallbacksOptions.number(option, words);
        case "--callbacks" -> callbacks = CallbacksOptions.number(option, words);
        case "--callback-size" -> callbackSize = CallbacksOptions.number(option, words);
        default -> throw new IllegalArgumentException("There is no option " + option + ".");
      }
    }
    return new HostileOptions(
        stack, connections, bodySize, link, warmUp, seconds, rate, callbacks, callbackSize);
  }
}
