package dev.assay.hardware;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.assay.error.ShortText;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Validates the values of one driver_info key. Conductors publish it with the driver's description,
 * so that the API rejects values with the same code as the driver. An older process treats a shape
 * that it does not know as {@link Anything}.
 */
@JsonTypeInfo(
    use = JsonTypeInfo.Id.NAME,
    property = "shape",
    defaultImpl = ValueShape.Anything.class)
@JsonSubTypes({
  @JsonSubTypes.Type(value = ValueShape.Anything.class, name = "anything"),
  @JsonSubTypes.Type(value = ValueShape.Url.class, name = "url"),
  @JsonSubTypes.Type(value = ValueShape.OneOf.class, name = "one-of"),
  @JsonSubTypes.Type(value = ValueShape.Seconds.class, name = "seconds"),
  @JsonSubTypes.Type(value = ValueShape.VerifyCa.class, name = "verify-ca"),
  @JsonSubTypes.Type(value = ValueShape.Host.class, name = "host"),
  @JsonSubTypes.Type(value = ValueShape.Whole.class, name = "whole"),
  @JsonSubTypes.Type(value = ValueShape.Line.class, name = "line"),
  @JsonSubTypes.Type(value = ValueShape.HexKey.class, name = "hex-key")
})
public sealed interface ValueShape {
  /**
   * Tells what is wrong with {@code text}, which is neither blank nor has surrounding blanks: the
   * part of a sentence that follows "KEY in driver_info". Empty when it is valid.
   */
  Optional<String> problem(String text);

  /** Any text or number. */
  record Anything() implements ValueShape {
    @Override
    public Optional<String> problem(String text) {
      return Optional.empty();
    }
  }

  /** A {@link BmcUrl}. */
  record Url() implements ValueShape {
    @Override
    public Optional<String> problem(String text) {
      try {
        BmcUrl.parse(text);
        return Optional.empty();
      } catch (IllegalArgumentException e) {
        return Optional.of(
            "must be a host or a URL such as https://10.0.0.5, without user and password; %s"
                .formatted(e.getMessage()));
      }
    }
  }

  /** One of {@code values}, in upper or lower case. */
  record OneOf(List<String> values) implements ValueShape {
    public OneOf {
      values = List.copyOf(values);
    }

    @Override
    public Optional<String> problem(String text) {
      return values.stream().anyMatch(text::equalsIgnoreCase)
          ? Optional.empty()
          : Optional.of(
              "must be one of %s, not %s".formatted(String.join(", ", values), shown(text)));
    }
  }

  /** A number of seconds from 0 to {@code most}; decimals are allowed. */
  record Seconds(BigDecimal most) implements ValueShape {
    @Override
    public Optional<String> problem(String text) {
      return number(text)
              .filter(number -> number.signum() >= 0 && number.compareTo(most) <= 0)
              .isPresent()
          ? Optional.empty()
          : Optional.of(
              "must be a number of seconds from 0 to %s, not %s"
                  .formatted(most.toPlainString(), shown(text)));
    }

    private static Optional<BigDecimal> number(String text) {
      try {
        return Optional.of(new BigDecimal(text));
      } catch (NumberFormatException _) {
        return Optional.empty();
      }
    }
  }

  /**
   * Whether to verify a certificate, or the path of certificates to trust: a file or folder below
   * {@code folder} on the conductor's host. Only the conductor can tell whether it exists.
   */
  record VerifyCa(String folder) implements ValueShape {
    private static final Set<String> YES = Set.of("true", "1", "t", "y", "yes", "on");
    private static final Set<String> NO = Set.of("false", "0", "f", "n", "no", "off");

    /** Parses a boolean word; empty when {@code text} is not one, and therefore a path. */
    public static Optional<Boolean> decision(String text) {
      var word = text.toLowerCase(Locale.ROOT);
      return YES.contains(word)
          ? Optional.of(true)
          : Optional.of(false).filter(_ -> NO.contains(word));
    }

    @Override
    public Optional<String> problem(String text) {
      return decision(text).isPresent() || below(text)
          ? Optional.empty()
          : Optional.of(
              "must be true, false, or the path of a file or folder below %s of the conductor, not %s"
                  .formatted(folder, shown(text)));
    }

    /** Compares the paths only as text; the driver resolves symbolic links. */
    private boolean below(String text) {
      try {
        return Path.of(text).normalize().startsWith(Path.of(folder).normalize());
      } catch (InvalidPathException _) {
        return false;
      }
    }
  }

  /** A host name or an IP address; an IPv6 address may be in brackets. */
  record Host() implements ValueShape {
    private static final Pattern NAME = Pattern.compile("[\\p{Alnum}_][\\p{Alnum}._-]{0,252}");

    @Override
    public Optional<String> problem(String text) {
      return NAME.matcher(text).matches() || isAddress(text)
          ? Optional.empty()
          : Optional.of(
              "must be a host name or an address, such as 10.0.0.5 or 2001:db8::5, without scheme,"
                  + " user and port");
    }

    private static boolean isAddress(String text) {
      try {
        InetAddress.ofLiteral(text);
        return true;
      } catch (IllegalArgumentException _) {
        return false;
      }
    }
  }

  /** A whole number from {@code least} to {@code most}, decimal or with 0x before it. */
  record Whole(int least, int most) implements ValueShape {
    /** Parses a number; throws NumberFormatException. */
    public static int parse(String text) {
      var hexadecimal = text.regionMatches(true, 0, "0x", 0, 2);
      var digits = hexadecimal ? text.substring(2) : text;
      return Integer.parseUnsignedInt(digits, hexadecimal ? 16 : 10);
    }

    @Override
    public Optional<String> problem(String text) {
      return within(text)
          ? Optional.empty()
          : Optional.of(
              "must be a whole number from %d to %d, not %s".formatted(least, most, shown(text)));
    }

    private boolean within(String text) {
      try {
        var number = parse(text);
        return number >= least && number <= most;
      } catch (NumberFormatException _) {
        return false;
      }
    }
  }

  /** A user or password on one line, of at most {@code most} bytes of UTF-8. */
  record Line(int most) implements ValueShape {
    @Override
    public Optional<String> problem(String text) {
      if (text.chars().anyMatch(Character::isISOControl)) {
        return Optional.of("must not contain line breaks, tabs or other control characters");
      }
      return text.getBytes(StandardCharsets.UTF_8).length <= most
          ? Optional.empty()
          : Optional.of("must not be longer than %d bytes".formatted(most));
    }
  }

  /**
   * A secret key of at most {@code most} bytes, in hexadecimal digits. Bytes 00 can stand at its
   * end only: other programs take the first one for the end.
   */
  record HexKey(int most) implements ValueShape {
    private static final Pattern BYTES = Pattern.compile("(?:\\p{XDigit}{2})+");
    private static final Pattern ZEROS_AT_END = Pattern.compile("(?:(?!00)\\p{XDigit}{2})*(?:00)*");

    @Override
    public Optional<String> problem(String text) {
      if (!BYTES.matcher(text).matches() || text.length() > 2 * most) {
        return Optional.of("must be pairs of hexadecimal digits, at most %d".formatted(2 * most));
      }
      return ZEROS_AT_END.matcher(text).matches()
          ? Optional.empty()
          : Optional.of("must not have a byte 00 before others: it cannot be passed on");
    }
  }

  private static String shown(String text) {
    return ShortText.printable(text, 100);
  }
}
