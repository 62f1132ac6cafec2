package dev.assay.api.http;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A version of the classic Inspector API, 1.{@code minor}. Source: spec inspector-compat.md 1. */
public record ClassicVersion(int minor) {
  /** The oldest version. */
  public static final ClassicVersion MIN = new ClassicVersion(0);

  /** The newest version, also used for clients that name none. */
  public static final ClassicVersion MAX = new ClassicVersion(18);

  /** The version header of this API, which takes precedence. */
  public static final String HEADER = "X-OpenStack-Ironic-Inspector-API-Version";

  public static final String MIN_HEADER = "X-OpenStack-Ironic-Inspector-API-Minimum-Version";
  public static final String MAX_HEADER = "X-OpenStack-Ironic-Inspector-API-Maximum-Version";

  /** The name of this service in the version header of all OpenStack services. */
  private static final String SERVICE = "baremetal-introspection";

  private static final Pattern SPACES = Pattern.compile("\\s+");
  private static final Pattern FORM = Pattern.compile("([0-9]{1,9})\\.([0-9]{1,9})");

  /** What the headers of a request ask for. */
  public sealed interface Negotiation {}

  /** The negotiated version. */
  public record Agreed(ClassicVersion version) implements Negotiation {}

  /** The request gets {@code status}; {@code sentence} is sent to the client. */
  public record Refused(int status, String sentence) implements Negotiation {}

  /** True for 1.{@code since} and newer. */
  public boolean atLeast(int since) {
    return minor >= since;
  }

  /**
   * Negotiates by the values of {@link #HEADER} and of the header of all OpenStack services, such
   * as "baremetal-introspection 1.5"; without any, the newest version.
   */
  public static Negotiation negotiate(List<String> own, List<String> common) {
    var wanted = own.isEmpty() ? ofService(common) : own.getLast().strip();
    return wanted == null ? new Agreed(MAX) : negotiate(wanted);
  }

  private static Negotiation negotiate(String wanted) {
    if (wanted.toLowerCase(Locale.ROOT).equals("latest")) {
      return new Agreed(MAX);
    }
    var form = FORM.matcher(wanted);
    if (!form.matches()) {
      return new Refused(
          400, "Malformed API version in header %s: expected 1.N or latest.".formatted(HEADER));
    }
    var minor = Integer.parseInt(form.group(2));
    if (Integer.parseInt(form.group(1)) != 1 || minor < MIN.minor || minor > MAX.minor) {
      return new Refused(
          406,
          "Unsupported API version %s, supported range is %s to %s".formatted(wanted, MIN, MAX));
    }
    return new Agreed(new ClassicVersion(minor));
  }

  private static @Nullable String ofService(List<String> common) {
    return common.stream()
        .flatMap(value -> Arrays.stream(value.split(",", -1)))
        .map(entry -> SPACES.split(entry.strip(), 2))
        .filter(entry -> entry.length == 2 && entry[0].equalsIgnoreCase(SERVICE))
        .map(entry -> entry[1].strip())
        .reduce((_, last) -> last)
        .orElse(null);
  }

  @Override
  public String toString() {
    return "1." + minor;
  }
}
