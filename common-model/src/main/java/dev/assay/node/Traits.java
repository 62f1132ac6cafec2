package dev.assay.node;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Checks trait names and defines how many traits a node may have. Valid are custom names, and the
 * standard ones of os-traits, whose list {@code common-model/update-traits} writes. Source: spec
 * api.md 10.8.
 */
public final class Traits {
  /** The maximum number of traits of one node. */
  public static final int AT_MOST = 50;

  /** Describes a valid name, for error messages. */
  public static final String GRAMMAR =
      "a trait is a standard name of os-traits like HW_CPU_X86_VMX, or CUSTOM_ followed by A to Z,"
          + " 0 to 9 and _, at most 255 characters";

  private static final int MAX_LENGTH = 255;
  private static final Pattern CUSTOM = Pattern.compile("CUSTOM_[A-Z0-9_]+");
  private static final Set<String> STANDARD = read();

  private Traits() {}

  /** True for a standard name, and for a custom one of valid form and length. */
  public static boolean valid(String name) {
    return STANDARD.contains(name)
        || (name.length() <= MAX_LENGTH && CUSTOM.matcher(name).matches());
  }

  /** The standard names. */
  public static Set<String> standard() {
    return STANDARD;
  }

  private static Set<String> read() {
    try (var in = Objects.requireNonNull(Traits.class.getResourceAsStream("standard-traits.txt"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .collect(Collectors.toUnmodifiableSet());
    } catch (IOException e) {
      throw new UncheckedIOException("standard-traits.txt cannot be read", e);
    }
  }
}
