package dev.assay.secret;

import java.io.Serial;

/**
 * Thrown when an encrypted value cannot be decrypted; the message tells which one, why, and what to
 * do.
 */
public final class UnreadableSecretException extends IllegalStateException {
  @Serial private static final long serialVersionUID = 1;

  UnreadableSecretException(SecretColumn place, String why) {
    super("The stored %s cannot be decrypted: %s.".formatted(place, why));
  }
}
