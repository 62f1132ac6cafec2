package dev.assay.objectstore;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/** The checksums of an object: the store checks the one, whoever reads the object the other. */
final class Checksums {
  private Checksums() {}

  /** For the header Content-MD5, which every S3-compatible store knows. Guards against damage. */
  static String md5(byte[] bytes) {
    return Base64.getEncoder().encodeToString(digest("MD5", bytes));
  }

  /** For the metadata of the object. */
  static String sha256(byte[] bytes) {
    return HexFormat.of().formatHex(digest("SHA-256", bytes));
  }

  private static byte[] digest(String algorithm, byte[] bytes) {
    try {
      return MessageDigest.getInstance(algorithm).digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Java has no " + algorithm, e);
    }
  }
}
