package dev.assay.standalone;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Reads and writes the file with the password of the local database, which only its owner can read.
 */
final class PasswordFile {
  private static final int BYTES = 24;

  private PasswordFile() {}

  /** A new random password of hexadecimal digits. */
  static String random() {
    var bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  static void write(Path file, String password) throws IOException {
    var temporary = Files.createTempFile(file.getParent(), "password", ".new"); // mode 0600
    Files.writeString(temporary, password + "\n");
    Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
  }

  static String read(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(
          ("Cannot read the database password from %s. If you delete that file, the next start sets"
                  + " a new password.")
              .formatted(file),
          e);
    }
  }
}
