package dev.assay.rule.interpolation;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * The variables for expressions of one rule during one inspection, masked as that rule may see
 * them.
 */
@FunctionalInterface
public interface Variables {
  /**
   * The value of {@code name}, one of {@link Template#NAMES}; null when it has none: in phase early
   * there is no node, outside loops no item. Callers must not change the value.
   */
  @Nullable JsonNode find(String name);
}
