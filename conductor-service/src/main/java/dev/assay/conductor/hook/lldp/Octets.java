package dev.assay.conductor.hook.lldp;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The value of a TLV, read from front to back, with big-endian numbers. Callers first check how
 * many bytes are {@link #left}.
 */
final class Octets {
  private static final HexFormat PLAIN = HexFormat.of();
  private static final HexFormat COLONS = HexFormat.ofDelimiter(":");

  private final byte[] bytes;
  private int next;

  private Octets(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Parses hexadecimal text, any case, without separators; empty when it is invalid. */
  static Optional<Octets> ofHex(String text) {
    if (text.length() % 2 != 0) {
      return Optional.empty();
    }
    var bytes = new byte[text.length() / 2];
    for (int i = 0; i < bytes.length; i++) {
      var high = text.charAt(2 * i);
      var low = text.charAt(2 * i + 1);
      if (!HexFormat.isHexDigit(high) || !HexFormat.isHexDigit(low)) {
        return Optional.empty();
      }
      bytes[i] = (byte) (HexFormat.fromHexDigit(high) << 4 | HexFormat.fromHexDigit(low));
    }
    return Optional.of(new Octets(bytes));
  }

  /** How many bytes have not been read yet. */
  int left() {
    return bytes.length - next;
  }

  int u8() {
    return bytes[next++] & 0xFF;
  }

  int u16() {
    return u8() << 8 | u8();
  }

  int u24() {
    return u16() << 8 | u8();
  }

  long u32() {
    return (long) u16() << 16 | u16();
  }

  byte[] take(int length) {
    var taken = Arrays.copyOfRange(bytes, next, next + length);
    next += length;
    return taken;
  }

  /** Reads the next {@code length} bytes as hexadecimal text, lower case. */
  String hex(int length) {
    return hex(length, PLAIN);
  }

  /** Reads the next six bytes as a MAC address, lower case. */
  String mac() {
    return hex(6, COLONS);
  }

  /**
   * Reads the next {@code length} bytes as text; empty when they are not UTF-8. U+0000 is allowed.
   */
  Optional<String> text(int length) {
    var in = ByteBuffer.wrap(bytes, next, length);
    var out = CharBuffer.allocate(length); // UTF-8 has no fewer bytes than UTF-16 has units
    next += length;
    var result =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT)
            .decode(in, out, true);
    return result.isError() ? Optional.empty() : Optional.of(out.flip().toString());
  }

  private String hex(int length, HexFormat format) {
    var text = format.formatHex(bytes, next, next + length);
    next += length;
    return text;
  }
}
