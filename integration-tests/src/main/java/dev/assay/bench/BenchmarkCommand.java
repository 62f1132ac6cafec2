package dev.assay.bench;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;

/**
 * The command line of a benchmark or a fault run, which is a picocli command. An option whose label
 * has the form {@code 1..5000} takes only numbers from the first to the second: so {@code --help}
 * shows the limits that are checked.
 */
public final class BenchmarkCommand {
  private static final Pattern LIMITS = Pattern.compile("(\\d+)\\.\\.(\\d+)");
  private static final int WIDTH = 100;

  private BenchmarkCommand() {}

  /**
   * Runs the benchmark and ends the process with its exit code: 0 when all succeeded, 1 when not, 2
   * for wrong options.
   */
  public static void run(Callable<Integer> benchmark, String... arguments) {
    System.exit(of(benchmark).execute(arguments));
  }

  /**
   * The benchmark with these options; it is not run.
   *
   * @throws ParameterException with a message for the user
   */
  public static <T> T parse(T benchmark, String... arguments) {
    check(of(benchmark).parseArgs(arguments));
    return benchmark;
  }

  static CommandLine of(Object benchmark) {
    var line = new CommandLine(benchmark);
    line.getCommandSpec()
        .addOption(
            OptionSpec.builder("--help").usageHelp(true).description("Print this text.").build())
        .usageMessage()
        .sortOptions(false)
        .abbreviateSynopsis(true)
        .width(WIDTH);
    return line.setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionStrategy(
            parsed -> {
              check(parsed);
              return new RunLast().execute(parsed);
            });
  }

  private static void check(ParseResult parsed) {
    for (var option : parsed.matchedOptions()) {
      var limits = LIMITS.matcher(option.paramLabel());
      if (limits.matches()) {
        var least = Long.parseLong(limits.group(1));
        var most = Long.parseLong(limits.group(2));
        if (!numbers(option).stream().allMatch(number -> number >= least && number <= most)) {
          throw new ParameterException(
              parsed.commandSpec().commandLine(),
              "%s must be %d to %d".formatted(option.longestName(), least, most));
        }
      }
    }
  }

  private static List<Long> numbers(ArgSpec option) {
    var value = option.getValue();
    var values = value instanceof Collection<?> several ? several : List.of(value);
    return values.stream().map(number -> ((Number) number).longValue()).toList();
  }
}
