package dev.assay.api.http;

import dev.assay.attribute.BooleanText;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.UuidText;
import jakarta.ws.rs.core.UriInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The query parameters of a request. The last value of a repeated parameter counts; unknown
 * parameters are refused. Source: spec api.md 1 (T7), 4 and 5.
 */
public final class Query {
  private final Map<String, String> given;

  private Query(Map<String, String> given) {
    this.given = given;
  }

  /**
   * Reads the query; throws INVALID_PARAMETER, naming them, when there are parameters other than
   * {@code allowed}.
   */
  public static Query of(UriInfo uri, String... allowed) {
    var given = new TreeMap<String, String>(); // the server gives them in no fixed order
    uri.getQueryParameters().forEach((name, values) -> given.put(name, values.getLast()));
    var unexpected = new TreeSet<>(given.keySet());
    unexpected.removeAll(Set.of(allowed));
    if (!unexpected.isEmpty()) {
      throw invalid(
          "Unknown query parameters: %s. This path takes: %s."
              .formatted(
                  String.join(", ", unexpected),
                  allowed.length == 0
                      ? "none"
                      : String.join(", ", new TreeSet<>(Set.of(allowed)))));
    }
    return new Query(Collections.unmodifiableMap(given));
  }

  /**
   * Reads the query of a list: {@code filters}, paging, and which fields to show of each row unless
   * the path makes it {@code detailed}. Source: spec api.md 5.
   */
  public static Query ofList(UriInfo uri, boolean detailed, List<String> filters) {
    var allowed = new ArrayList<>(filters);
    allowed.addAll(List.of("limit", "marker", "sort_key", "sort_dir"));
    if (!detailed) {
      allowed.addAll(List.of("fields", "detail"));
    }
    return of(uri, allowed.toArray(String[]::new));
  }

  /** All parameters, ordered by name. */
  public Map<String, String> given() {
    return given;
  }

  /** True when the parameter is present, whatever its value. */
  public boolean has(String name) {
    return given.containsKey(name);
  }

  /** The value as it was sent; empty when absent. */
  public Optional<String> text(String name) {
    return Optional.ofNullable(given.get(name));
  }

  /** A boolean; throws INVALID_PARAMETER when it is none of the spellings of true and false. */
  public Optional<Boolean> bool(String name) {
    return text(name)
        .map(
            text ->
                BooleanText.parse(text)
                    .orElseThrow(
                        () -> invalid("Expected a boolean for %s but received %s.", name)));
  }

  /**
   * The elements of a comma-separated value: trimmed, in lower case, without duplicates and empty
   * elements.
   */
  public List<String> list(String name) {
    return Arrays.stream(text(name).orElse("").split(",", -1))
        .map(element -> element.strip().toLowerCase(Locale.ROOT))
        .filter(element -> !element.isEmpty())
        .distinct()
        .toList();
  }

  /** A decimal integer; throws INVALID_PARAMETER when it is not one or exceeds 32 bits. */
  public OptionalInt number(String name) {
    var text = given.get(name);
    if (text == null) {
      return OptionalInt.empty();
    }
    try {
      return OptionalInt.of(Integer.parseInt(text.strip()));
    } catch (NumberFormatException e) {
      throw new AssayException(
          ErrorCode.INVALID_PARAMETER,
          "Expected an integer for %s but received %s.".formatted(name, shortened(text)),
          e);
    }
  }

  /** A UUID with or without dashes; throws INVALID_PARAMETER when it is not one. */
  public Optional<UUID> uuid(String name) {
    return text(name)
        .map(
            text ->
                UuidText.parse(text)
                    .orElseThrow(() -> invalid("Expected a UUID but received %2$s.", name)));
  }

  private AssayException invalid(String format, String name) {
    return invalid(format.formatted(name, shortened(given.getOrDefault(name, ""))));
  }

  private static AssayException invalid(String sentence) {
    return new AssayException(ErrorCode.INVALID_PARAMETER, sentence);
  }

  private static String shortened(String text) {
    return text.length() <= 100 ? text : text.substring(0, 100) + "...";
  }
}
