package dev.assay.standalone;

import dev.assay.api.http.RequestTargets;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/** The one command. Exit code 0: as asked; 1: it did not work; 2: it was not understood. */
@Command(
    name = "assay",
    synopsisSubcommandLabel = "COMMAND",
    description = "Bare metal inspection, in one process.",
    subcommands = {
      ServeCommand.class,
      DemoCommand.class,
      NewKeyCommand.class,
      ReencryptCommand.class,
      HelpCommand.class
    })
public final class Assay implements Callable<Integer> {
  private Assay() {}

  public static void main(String... args) {
    // Before anything logs: the service's log manager, which also silences what starts before it.
    System.setProperty("java.util.logging.manager", "org.jboss.logmanager.LogManager");
    System.setProperty(RequestTargets.LEFT_TO_US, "true");
    var command = new CommandLine(new Assay());
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
