package dev.assay.secret;

import javax.crypto.spec.SecretKeySpec;

/** An AES-256 key and the id that encrypted values refer to. Its toString is the id alone. */
record SecretKey(String id, SecretKeySpec aes) {
  /** Length of a key in bytes. */
  static final int SIZE = 32;

  SecretKey(String id, byte[] bytes) {
    this(id, new SecretKeySpec(bytes, "AES"));
  }

  @Override
  public String toString() {
    return id;
  }
}
