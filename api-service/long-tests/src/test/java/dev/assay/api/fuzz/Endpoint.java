package dev.assay.api.fuzz;

import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One operation of the API.
 *
 * @param method of HTTP
 * @param path with parameters in braces, for example "/v1/nodes/{node}/traits/{trait}"
 * @param served by a resource; the others are pages beside the API, or refused whatever comes
 */
record Endpoint(String method, String path, boolean served) {
  /** A parameter of a path. */
  private static final Pattern PARAMETER = Pattern.compile("\\{(\\w+)}");

  /** The path with {@code value} for each parameter. */
  String path(UnaryOperator<String> value) {
    return PARAMETER
        .matcher(path)
        .replaceAll(match -> Matcher.quoteReplacement(value.apply(match.group(1))));
  }

  @Override
  public String toString() {
    return method + " " + path;
  }
}
