package dev.assay.api.description;

import dev.assay.api.node.NodeFilters;
import dev.assay.attribute.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A query parameter. Source: spec api.md 4, 5, 9.4 and 11.
 *
 * @param since the minor API version that introduced it
 * @param type of its value
 * @param meaning its description for readers
 */
record QueryParameter(String name, int since, Shape.Type type, String meaning) {
  private static final Set<String> EXCLUSIVE = Set.of("portgroup");

  static final QueryParameter MARKER = text("marker", 1, "Begin after the object with this id.");

  static final QueryParameter LIMIT =
      new QueryParameter("limit", 1, Shape.Type.INTEGER, "Objects on a page, 1 or more.");

  /** The parameters that select and sort a page of a collection. */
  static final List<QueryParameter> PAGING =
      List.of(
          LIMIT,
          MARKER,
          text("sort_key", 1, "The field to sort by; without it the order of creation."),
          text("sort_dir", 1, "asc or desc."));

  static QueryParameter text(String name, int since, String meaning) {
    return new QueryParameter(name, since, Shape.Type.TEXT, meaning);
  }

  static QueryParameter flag(String name, int since, String meaning) {
    return new QueryParameter(name, since, Shape.Type.FLAG, meaning);
  }

  static QueryParameter uuid(String name, String meaning) {
    return new QueryParameter(name, 1, Shape.Type.UUID, meaning);
  }

  static QueryParameter fields(int since) {
    return new QueryParameter(
        "fields", since, Shape.Type.TEXTS, "Only these fields and the links; not with detail.");
  }

  static QueryParameter detail(int since) {
    return flag("detail", since, "Everything that the version knows of each object.");
  }

  /** The filters of the list of nodes. */
  static List<QueryParameter> nodeFilters() {
    return filters(NodeFilters.NAMES);
  }

  /** As above, without the filter by conductor. */
  static List<QueryParameter> storedNodeFilters() {
    return filters(NodeFilters.STORED);
  }

  private static List<QueryParameter> filters(List<String> names) {
    return names.stream()
        .map(
            name ->
                new QueryParameter(
                    name,
                    NodeFilters.since(name),
                    NodeFilters.type(name),
                    "Only nodes that match."))
        .toList();
  }

  @SafeVarargs
  static List<QueryParameter> all(List<QueryParameter>... parts) {
    var all = new ArrayList<QueryParameter>();
    for (var part : parts) {
      all.addAll(part);
    }
    return List.copyOf(all);
  }

  /** True when some combinations with other filters are 403. */
  boolean exclusive() {
    return EXCLUSIVE.contains(name);
  }
}
