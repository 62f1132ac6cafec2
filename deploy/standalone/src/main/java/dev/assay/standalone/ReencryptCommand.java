package dev.assay.standalone;

import dev.assay.secret.Keyring;
import dev.assay.secret.Reencryption;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Encrypts all stored secrets with the first key of the key file, whether services run or not. */
@Command(
    name = "reencrypt",
    description = "Encrypt all stored secrets with the first key of the key file.")
final class ReencryptCommand implements Callable<Integer> {
  @Mixin private StoredDatabase stored = new StoredDatabase();

  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description =
          "The keys (default: $ASSAY_SECRETS_KEY_FILE, else secrets.keys in the data folder).")
  private @Nullable Path keyFile;

  @Option(
      names = "--give-up-lost-keys",
      description =
          "Forget the keys that the file does not have: what they encrypted must be entered again.")
  private boolean giveUpLostKeys;

  @Override
  public Integer call() throws SQLException {
    Warnings.print();
    var keyring = Keyring.of(keyFile != null ? keyFile : stored.data().keyFile());
    return stored.run(database -> reencrypt(database, keyring));
  }

  private int reencrypt(Connection database, Keyring keyring) throws SQLException {
    var reencryption = new Reencryption(database, keyring, System.err::println);
    if (giveUpLostKeys) {
      var lost = reencryption.giveUpLostKeys();
      System.out.println(
          lost.isEmpty() ? "No key is lost." : "Given up: key " + String.join(", ", lost) + ".");
    }
    var outcome = reencryption.run();
    System.out.printf("Re-encrypted %d values.%n", outcome.changed());
    if (outcome.unreadable() > 0) {
      System.err.printf(
          "%d values cannot be decrypted; the lines above name them.%n", outcome.unreadable());
      return 1;
    }
    System.out.println(
        outcome.changed() == 0
            ? "All values are encrypted with the first key; the other keys can be removed."
            : "Run this again after every process has read the key file; when it says 0 values, the"
                + " other keys can be removed.");
    return 0;
  }
}
