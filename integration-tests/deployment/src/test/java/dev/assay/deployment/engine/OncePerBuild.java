package dev.assay.deployment.engine;

import dev.assay.stack.Installation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Work that one of the test processes of a run of Maven does for all of them. */
public final class OncePerBuild {
  private static final String THIS_BUILD =
      System.getProperty("assay.build", "process " + ProcessHandle.current().pid());

  private OncePerBuild() {}

  /** Does {@code work} unless a process of this build has done it; waits for one that does. */
  public static synchronized void run(String name, Runnable work) {
    var folder = Installation.target().resolve("once");
    try {
      Files.createDirectories(folder);
      var done = folder.resolve(name);
      try (var file =
              FileChannel.open(
                  folder.resolve(name + ".lock"),
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE);
          var _ = file.lock()) {
        if (!isOfThisBuild(done)) {
          work.run();
          Files.writeString(done, THIS_BUILD);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot note in " + folder + " what was done", e);
    }
  }

  private static boolean isOfThisBuild(Path done) throws IOException {
    return Files.exists(done) && Files.readString(done).equals(THIS_BUILD);
  }
}
