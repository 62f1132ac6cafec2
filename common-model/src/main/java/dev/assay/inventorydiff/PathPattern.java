package dev.assay.inventorydiff;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * A pattern of paths.
 *
 * @param steps names of members; * stands for any one, and ** at the beginning for any number
 */
record PathPattern(List<String> steps) {
  private static final String ANY = "*";
  private static final String ANY_NUMBER = "**";

  /** Steps are separated by slashes. */
  static PathPattern of(String text) {
    return new PathPattern(List.of(text.split("/")));
  }

  boolean matches(List<String> path) {
    if (steps.getFirst().equals(ANY_NUMBER)) {
      var rest = steps.subList(1, steps.size());
      return path.size() >= rest.size()
          && matches(rest, path.subList(path.size() - rest.size(), path.size()));
    }
    return path.size() == steps.size() && matches(steps, path);
  }

  private static boolean matches(List<String> steps, List<String> path) {
    for (int i = 0; i < steps.size(); i++) {
      if (!steps.get(i).equals(ANY) && !steps.get(i).equals(path.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** The value at this place, of a pattern without stars; a missing node when there is none. */
  JsonNode in(JsonNode root) {
    var value = root;
    for (var step : steps) {
      value = value.path(step);
    }
    return value;
  }

  /** {@code path} and one step more. */
  static List<String> below(List<String> path, String step) {
    var longer = new ArrayList<>(path);
    longer.add(step);
    return longer;
  }
}
