package dev.assay.api.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.storedjson.StoredJson;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The page of a collection that is requested. Source: spec api.md 5.
 *
 * @param limit rows at most, 1 or more
 * @param marker the id of the last row of the previous page
 * @param sortKey the column to sort by; the resource decides whether it is allowed
 * @param descending the direction, ties included
 */
public record Page(
    int limit, Optional<String> marker, Optional<String> sortKey, boolean descending) {
  /**
   * Reads the parameters; throws INVALID_PARAMETER for a limit that is not positive or an unknown
   * direction.
   */
  public static Page of(Query query, int maxLimit) {
    var limit = query.number("limit").orElse(maxLimit);
    if (limit <= 0) {
      throw new AssayException(ErrorCode.INVALID_PARAMETER, "Limit must be positive");
    }
    return new Page(
        Math.min(limit, maxLimit), query.text("marker"), query.text("sort_key"), descends(query));
  }

  private static boolean descends(Query query) {
    var direction = query.text("sort_dir").orElse("asc");
    return switch (direction) {
      case "asc" -> false;
      case "desc" -> true;
      default ->
          throw new AssayException(
              ErrorCode.INVALID_PARAMETER,
              "Invalid sort direction: %s. Acceptable values are 'asc' or 'desc'."
                  .formatted(direction));
    };
  }

  /**
   * The address of the next page, with every parameter of this one; empty when this page is not
   * full. {@code path} is for example "nodes" or "nodes/detail"; {@code lastId} is ignored when
   * there are no rows.
   */
  public Optional<String> next(
      ApiRequest request, String path, Query query, int rows, String lastId) {
    if (rows < limit) {
      return Optional.empty();
    }
    var parameters = new LinkedHashMap<>(query.given());
    parameters.put("limit", String.valueOf(limit));
    parameters.remove("marker");
    parameters.put("marker", lastId);
    var text =
        parameters.entrySet().stream()
            .map(parameter -> encoded(parameter.getKey()) + "=" + encoded(parameter.getValue()))
            .collect(Collectors.joining("&"));
    return Optional.of(request.base() + "/v1/" + path + "?" + text);
  }

  /**
   * The answer to a list in the order in which rows were made: {@code rows} under the name of the
   * collection, which is also its path, and the link to the next page.
   */
  public <T> ObjectNode answer(
      ApiRequest request,
      String collection,
      Query query,
      List<T> rows,
      Function<T, ObjectNode> shown,
      Function<T, UUID> id) {
    var answer = StoredJson.object();
    var list = answer.putArray(collection);
    rows.forEach(row -> list.add(shown.apply(row)));
    var last = rows.isEmpty() ? "" : id.apply(rows.getLast()).toString();
    next(request, collection, query, rows.size(), last).ifPresent(next -> answer.put("next", next));
    return answer;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
