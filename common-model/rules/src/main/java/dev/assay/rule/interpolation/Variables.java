package dev.assay.rule.interpolation;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** What the texts of a rule can speak of during one inspection, masked as that rule may see it. */
@FunctionalInterface
public interface Variables {
  /**
   * The value of {@code name}, one of {@link Template#NAMES}; null when it has none: in phase early
   * there is no node, outside of loops no item. Only asked for, never changed.
   */
  @Nullable JsonNode find(String name);
}
