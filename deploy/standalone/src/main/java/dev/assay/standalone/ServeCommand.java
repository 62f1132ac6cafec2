package dev.assay.standalone;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Starts the service and runs until the process is stopped. */
@Command(name = "serve", description = "Start the service; Ctrl-C or SIGTERM stops it.")
final class ServeCommand implements Callable<Integer> {
  @Mixin private ServiceOptions options = new ServiceOptions();

  @Override
  public Integer call() {
    try (var service = LocalService.start(options)) {
      System.out.println("Assay is ready on " + service.url() + ", data in " + options.folder());
      return service.awaitStop();
    }
  }
}
