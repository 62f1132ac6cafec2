package dev.assay.inventorydiff;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Words for changes. */
final class Sentences {
  private static final int MOST_CHARACTERS = 80;
  private static final long GIGABYTE = 1_000_000_000;
  private static final int MIB_PER_GIB = 1024;
  private static final String CARRIER = "has_carrier";

  private Sentences() {}

  /** A component that is new or gone. */
  static String of(ComponentKind kind, JsonNode component, boolean added) {
    var details =
        kind.description().stream()
            .filter(member -> ComponentKind.key(component, List.of(member)).isPresent())
            .map(member -> detail(member, component.path(member)))
            .collect(Collectors.joining(", "));
    return "%s is %s%s."
        .formatted(
            capital(kind.labelOf(component)),
            added ? "new" : "gone",
            details.isEmpty() ? "" : " (" + details + ")");
  }

  private static String detail(String member, JsonNode value) {
    return switch (member) {
      case "size" -> Math.round((double) value.asLong() / GIGABYTE) + " GB";
      case "capacity_mb" -> value.asLong() / MIB_PER_GIB + " GiB";
      case "serial_number", "Serial Number" -> "serial " + shown(value);
      default -> shown(value);
    };
  }

  /** A member that differs. */
  static String of(Owner owner, String field, @Nullable JsonNode before, @Nullable JsonNode after) {
    if (field.equals(CARRIER) && before != null && after != null) {
      return "%s: link %s.".formatted(subject(owner), after.asBoolean() ? "up" : "down");
    }
    var subject = owner.label() == null ? field : subject(owner) + ": " + field;
    if (before == null) {
      return "%s is new: %s.".formatted(subject, after == null ? "" : shown(after));
    }
    return after == null
        ? "%s is not reported any more (it was %s).".formatted(subject, shown(before))
        : "%s was %s, is %s.".formatted(subject, shown(before), shown(after));
  }

  /** Elements that a list lost and gained. */
  static String ofList(Owner owner, String field, JsonNode lost, JsonNode gained) {
    var subject = owner.label() == null ? field : subject(owner) + ": " + field;
    return lost.isEmpty()
        ? "%s has %s in addition.".formatted(subject, listed(gained))
        : gained.isEmpty()
            ? "%s lost %s.".formatted(subject, listed(lost))
            : "%s lost %s and has %s instead.".formatted(subject, listed(lost), listed(gained));
  }

  private static String listed(JsonNode values) {
    return shortened(values.valueStream().map(Sentences::shown).collect(Collectors.joining(", ")));
  }

  private static String subject(Owner owner) {
    return capital(String.valueOf(owner.label()));
  }

  private static String shown(JsonNode value) {
    return shortened(value.isTextual() ? value.textValue() : value.toString());
  }

  private static String shortened(String text) {
    return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "...";
  }

  private static String capital(String text) {
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }
}
