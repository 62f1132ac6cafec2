package dev.assay.conductor.hook.rootdevice;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.inventory.Disk;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The operator's hints on the root device, parsed: conditions on a disk that must all hold.
 * Immutable; matching is pure. Source: spec hooks.md 18.1 to 18.3.
 */
public final class RootDeviceHints {
  /** Hints that are text; the fields of a disk have the same names. */
  private static final List<String> TEXTS =
      List.of(
          "model",
          "wwn",
          "serial",
          "vendor",
          "wwn_with_extension",
          "wwn_vendor_extension",
          "name",
          "hctl",
          "by_path",
          "tran");

  private final List<Hint> hints;

  private RootDeviceHints(List<Hint> hints) {
    this.hints = hints;
  }

  /**
   * Parses an object of hint names and expressions; throws {@link InvalidHint} when it is not an
   * object, is empty, or has unknown names or invalid expressions.
   */
  public static RootDeviceHints parse(JsonNode given) {
    if (!given.isObject() || given.isEmpty()) {
      throw new InvalidHint("Root device hints must be an object with at least one hint");
    }
    refuseUnknown(given);
    return new RootDeviceHints(
        given.propertyStream().map(hint -> parse(hint.getKey(), hint.getValue())).toList());
  }

  /** Whether a hint with this text means exactly this text: it is not empty and has no operator. */
  public static boolean isPlain(String text) {
    return !text.isBlank() && Operator.of(text.strip().toLowerCase(Locale.ROOT)) == Operator.NONE;
  }

  /** Whether all conditions hold for {@code disk}. */
  public boolean match(Disk disk) {
    return hints.stream().allMatch(hint -> hint.matches(disk));
  }

  private static void refuseUnknown(JsonNode given) {
    var known =
        Stream.concat(TEXTS.stream(), Stream.of(SizeHint.NAME, RotationalHint.NAME)).toList();
    var unknown =
        given
            .propertyStream()
            .map(Map.Entry::getKey)
            .filter(name -> !known.contains(name))
            .toList();
    if (!unknown.isEmpty()) {
      throw new InvalidHint(
          "The hints \"%s\" are invalid. Valid hints are: \"%s\""
              .formatted(String.join(", ", unknown), String.join(", ", known)));
    }
  }

  private static Hint parse(String name, JsonNode value) {
    return switch (name) {
      case SizeHint.NAME -> SizeHint.parse(text(value));
      case RotationalHint.NAME -> RotationalHint.parse(text(value));
      default -> {
        if (!value.isTextual()) {
          throw new InvalidHint(
              "Root device hint \"%s\" is not a string value. Hint expression: %s"
                  .formatted(name, value));
        }
        yield TextHint.parse(name, value.textValue());
      }
    };
  }

  private static String text(JsonNode value) {
    return value.isTextual() ? value.textValue() : value.toString();
  }
}
