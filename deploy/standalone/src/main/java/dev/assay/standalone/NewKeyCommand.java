package dev.assay.standalone;

import dev.assay.secret.KeyFile;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Adds a new key to a key file, which is created if it does not exist. */
@Command(
    name = "new-key",
    description = "Add a new key as the first key of a key file; creates the file if needed.")
final class NewKeyCommand implements Callable<Integer> {
  @Mixin private DataFolder data = new DataFolder();

  @Option(
      names = "--last",
      description = "Add the key as the last one: it is used to decrypt but not yet to encrypt.")
  private boolean last;

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description =
          "The file (default: $ASSAY_SECRETS_KEY_FILE, else secrets.keys in the data folder).")
  private @Nullable Path file;

  @Override
  public Integer call() {
    Warnings.print();
    var chosen = file != null ? file : data.keyFile();
    System.out.println("Key " + KeyFile.add(chosen, last) + " is in " + chosen + ".");
    return 0;
  }
}
