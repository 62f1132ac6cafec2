package dev.assay.api.attempt;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Recognises what was stored before. */
final class Sha256 {
  private Sha256() {}

  static byte[] of(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
