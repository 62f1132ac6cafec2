package dev.assay.api.field;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether the path of a patch operation exists in a document. Needed before the library
 * applies the operation, because the library throws arbitrary exceptions for a malformed array
 * index, and accepts the removal of "-" without effect.
 */
final class PatchPlace {
  private static final Pattern INDEX = Pattern.compile("0|[1-9][0-9]{0,8}");
  private static final String END = "-";

  private PatchPlace() {}

  /** Why {@code op} cannot be applied at {@code path}; empty when it can. */
  static Optional<String> problem(String op, String path, ObjectNode document) {
    var segments = segments(path);
    JsonNode parent = document;
    for (var segment : segments.subList(0, segments.size() - 1)) {
      var child = child(parent, segment);
      if (child == null) {
        return Optional.of("there is no " + segment);
      }
      parent = child;
    }
    var last = segments.getLast();
    var found = op.equals("add") ? takes(parent, last) : child(parent, last) != null;
    return found ? Optional.empty() : Optional.of("the path does not exist: " + path);
  }

  private static List<String> segments(String path) {
    return Arrays.stream(path.substring(1).split("/", -1))
        .map(segment -> segment.replace("~1", "/").replace("~0", "~"))
        .toList();
  }

  private static @Nullable JsonNode child(JsonNode parent, String segment) {
    return parent instanceof ArrayNode list && INDEX.matcher(segment).matches()
        ? list.get(Integer.parseInt(segment))
        : parent.get(segment);
  }

  private static boolean takes(JsonNode parent, String segment) {
    return parent instanceof ArrayNode list
        ? segment.equals(END)
            || (INDEX.matcher(segment).matches() && Integer.parseInt(segment) <= list.size())
        : parent.isObject();
  }
}
