package dev.assay.secret;

import javax.crypto.spec.SecretKeySpec;

/** A key of AES-256 and the id by which encrypted values name it. Its text is the id alone. */
record SecretKey(String id, SecretKeySpec aes) {
  /** Bytes of a key. */
  static final int SIZE = 32;

  SecretKey(String id, byte[] bytes) {
    this(id, new SecretKeySpec(bytes, "AES"));
  }

  @Override
  public String toString() {
    return id;
  }
}
