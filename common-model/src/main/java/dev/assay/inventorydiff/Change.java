package dev.assay.inventorydiff;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One difference.
 *
 * @param part "memory", "disk", "nic", "cpu", "pci" ...; "other" for what is in no table
 * @param id which one of these, such as "DIMM A3"; null for a part that a machine has once
 * @param kind whether the whole part came or went; a part with another member has changed
 * @param field the member that differs; null when the whole part was added or removed
 * @param before null when there was nothing
 * @param after null when there is nothing any more
 * @param sentence the same for people
 */
public record Change(
    String part,
    @Nullable String id,
    Kind kind,
    @Nullable String field,
    @Nullable JsonNode before,
    @Nullable JsonNode after,
    String sentence) {
  /** What happened. */
  public enum Kind {
    ADDED,
    REMOVED,
    CHANGED;

    /** As clients see it. */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
