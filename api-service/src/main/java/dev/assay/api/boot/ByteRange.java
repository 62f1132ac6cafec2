package dev.assay.api.boot;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The part of a file that a request asks for; BMCs read virtual media piece by piece. Source: RFC
 * 9110 14.
 *
 * @param first offset of the first byte
 * @param length in bytes, at least 1
 */
record ByteRange(long first, long length) {
  private static final Pattern ONE_RANGE = Pattern.compile("bytes=(\\d{0,18})-(\\d{0,18})");

  /** What a Range header means for a file of {@code size} bytes. */
  sealed interface Meaning {
    /** The whole file: there is no header, or one that may be ignored, such as several ranges. */
    record Whole() implements Meaning {}

    /** A part. */
    record Part(ByteRange range) implements Meaning {}

    /** Nothing of the file is in the range: 416. */
    record Outside() implements Meaning {}
  }

  static Meaning of(Optional<String> header, long size) {
    var match = ONE_RANGE.matcher(header.orElse("").strip());
    if (!match.matches() || (match.group(1).isEmpty() && match.group(2).isEmpty())) {
      return new Meaning.Whole();
    }
    var suffix = match.group(1).isEmpty();
    var last = match.group(2).isEmpty() ? size - 1 : Long.parseLong(match.group(2));
    if (suffix) {
      return part(Math.max(0, size - last), size - 1);
    }
    return part(Long.parseLong(match.group(1)), Math.min(last, size - 1));
  }

  private static Meaning part(long first, long last) {
    return first > last
        ? new Meaning.Outside()
        : new Meaning.Part(new ByteRange(first, last - first + 1));
  }

  /** The value of Content-Range. */
  String of(long size) {
    return "bytes %d-%d/%d".formatted(first, first + length - 1, size);
  }
}
