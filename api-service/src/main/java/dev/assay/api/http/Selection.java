package dev.assay.api.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Selects the members of an object that {@code fields} names, for resources small enough to be
 * built completely first. Links are always kept. Source: spec api.md 5.
 */
public final class Selection {
  private final Set<String> names;

  private Selection(Set<String> names) {
    this.names = names;
  }

  /**
   * The {@code fields} of the query, else {@code byDefault}. Throws INVALID_PARAMETER when one is
   * not in {@code known}.
   */
  public static Selection of(Query query, Collection<String> known, Collection<String> byDefault) {
    if (!query.has("fields")) {
      return new Selection(Set.copyOf(byDefault));
    }
    var wanted = query.list("fields");
    var unknown = new ArrayList<>(wanted);
    unknown.removeAll(known);
    if (!unknown.isEmpty()) {
      throw new AssayException(
          ErrorCode.INVALID_PARAMETER,
          "Field(s) \"%s\" are not valid.".formatted(String.join(", ", unknown)));
    }
    return new Selection(Set.copyOf(wanted));
  }

  /** Removes the members of {@code whole} that are not selected. */
  public ObjectNode from(ObjectNode whole) {
    var kept = new ArrayList<>(List.of("links"));
    kept.addAll(names);
    return whole.retain(kept);
  }
}
