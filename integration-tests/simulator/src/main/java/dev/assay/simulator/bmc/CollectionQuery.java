package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which part of a collection a client asks for (DSP0266, 7.3 and 7.4).
 *
 * @param skip how many members it has already
 * @param expand how it asks for the members themselves instead of links; null if it does not
 */
record CollectionQuery(int skip, @Nullable String expand) {
  /** The most members in one answer; the next page has the others. */
  static final int PAGE = 20;

  /** One level of subordinate resources; the service announces that it has no more. */
  private static final Pattern ONE_LEVEL = Pattern.compile("[.*](\\(\\$levels=1\\))?");

  /**
   * Reads the query of a URL; other parameters are ignored.
   *
   * @throws RedfishRefusal 400 if a value is wrong
   */
  static CollectionQuery of(@Nullable String query) {
    var parameters = parameters(query);
    var skip = parameters.getOrDefault("$skip", "0");
    if (!skip.matches("\\d{1,9}")) {
      throw RedfishRefusal.queryParameterWrong("$skip", skip);
    }
    var expand = parameters.get("$expand");
    if (expand != null && !ONE_LEVEL.matcher(expand).matches()) {
      throw RedfishRefusal.queryParameterWrong("$expand", expand);
    }
    return new CollectionQuery(Integer.parseInt(skip), expand);
  }

  private static Map<String, String> parameters(@Nullable String query) {
    var parameters = new HashMap<String, String>();
    if (query != null) {
      for (var parameter : query.split("&", -1)) {
        var parts = parameter.split("=", 2);
        parameters.put(decoded(parts[0]), parts.length == 1 ? "" : decoded(parts[1]));
      }
    }
    return parameters;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException _) {
      return text;
    }
  }

  /**
   * Reduces a collection to the page that is asked for.
   *
   * @param collection with links to all members
   * @param resource the resource at a path
   */
  void apply(ObjectNode collection, Function<String, ObjectNode> resource) {
    if (!(collection.get("Members") instanceof ArrayNode links)) {
      return;
    }
    var members = collection.putArray("Members");
    int end = Math.min(links.size(), skip + PAGE);
    for (int i = skip; i < end; i++) {
      var link = links.get(i);
      members.add(expand == null ? link : resource.apply(link.path("@odata.id").asText()));
    }
    if (end < links.size() && skip < links.size()) {
      var path = collection.path("@odata.id").asText();
      collection.put("Members@odata.nextLink", path + "?" + next(end));
    }
  }

  private String next(int end) {
    return expand == null ? "$skip=" + end : "$expand=%s&$skip=%d".formatted(expand, end);
  }
}
