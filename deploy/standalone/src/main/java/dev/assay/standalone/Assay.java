package dev.assay.standalone;

import dev.assay.api.pipeline.RequestHeads;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/**
 * The {@code assay} command with all its subcommands. Exit code 0: success; 1: the command failed;
 * 2: invalid arguments.
 */
@Command(
    name = "assay",
    synopsisSubcommandLabel = "COMMAND",
    description = "Bare metal inspection, in one process.",
    subcommands = {
      ServeCommand.class,
      DemoCommand.class,
      SimulateCommand.class,
      DoctorCommand.class,
      ImportInspectorCommand.class,
      NewKeyCommand.class,
      ReencryptCommand.class,
      MoveInventoriesCommand.class,
      HelpCommand.class
    })
public final class Assay implements Callable<Integer> {
  private Assay() {}

  public static void main(String... args) {
    // Must be set before the first log line; this log manager also silences the startup phase.
    System.setProperty("java.util.logging.manager", "org.jboss.logmanager.LogManager");
    System.setProperty(RequestHeads.LEFT_TO_US, "true");
    var command = new CommandLine(new Assay());
    command.setCaseInsensitiveEnumValuesAllowed(true);
    command.setExecutionExceptionHandler(
        (failure, line, _) -> {
          line.getErr().println(failure.getMessage());
          return 1;
        });
    System.exit(command.execute(args));
  }

  @Override
  public Integer call() {
    CommandLine.usage(this, System.out);
    return 0;
  }
}
