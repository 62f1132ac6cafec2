package dev.assay.api.field;

import dev.assay.api.http.ApiVersion;
import dev.assay.api.http.Page;
import dev.assay.node.Nodes.Selection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the conditions of a list query, in HQL with the alias {@code n}. */
public final class ListConditions {
  private static final String CREATION = "n.id";

  private final List<String> all = new ArrayList<>();
  private final Map<String, Object> parameters = new HashMap<>();

  /** Adds a condition without a parameter. */
  public void add(String condition) {
    all.add(condition);
  }

  /**
   * Adds a condition with the parameter {@code :name}, a value or a list. Text that the database
   * cannot store matches nothing.
   */
  public void add(String condition, String name, Object value) {
    if (value instanceof Collection<?> list) {
      all.add(condition);
      parameters.put(name, list.stream().filter(ListConditions::storable).toList());
    } else if (storable(value)) {
      all.add(condition);
      parameters.put(name, value);
    } else {
      all.add("1 = 0");
    }
  }

  private static boolean storable(Object value) {
    return !(value instanceof String text) || text.indexOf('\u0000') < 0;
  }

  /** The selection of all rows, in the order of their numbers. */
  public Selection all() {
    return new Selection(all, parameters, CREATION, false, Integer.MAX_VALUE, null);
  }

  /**
   * The selection with the order and size of {@code page}, after the row numbered {@code after}.
   */
  public Selection page(Page page, FieldTable<?> table, ApiVersion version, @Nullable Long after) {
    return page(page, table, version, after, CREATION);
  }

  /** As above, in the order {@code unlessNamed} when the client names none. */
  public Selection page(
      Page page,
      FieldTable<?> table,
      ApiVersion version,
      @Nullable Long after,
      String unlessNamed) {
    var column =
        page.sortKey()
            .map(key -> key.equals("id") ? CREATION : table.sortedBy(key, version))
            .orElse(unlessNamed);
    return new Selection(all, parameters, column, page.descending(), page.limit(), after);
  }
}
