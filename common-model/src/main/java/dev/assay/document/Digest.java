package dev.assay.document;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The SHA-256 digest of a document.
 *
 * @param hex 64 lower-case hexadecimal digits
 */
public record Digest(String hex) {
  /** The digest of the part of {@code text} from {@code start}, {@code length} bytes long. */
  public static Digest of(byte[] text, int start, int length) {
    var sha256 = sha256();
    sha256.update(text, start, length);
    return stored(sha256.digest());
  }

  /** The digest as it is stored in a column. */
  public static Digest stored(byte[] column) {
    return new Digest(HexFormat.of().formatHex(column));
  }

  /** The 32 bytes for a column. */
  public byte[] bytes() {
    return HexFormat.of().parseHex(hex);
  }

  /** A new SHA-256, for documents that consist of parts. */
  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }
}
