package dev.assay.api.field;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.ShortText;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where an operation of a patch applies, in the object or list that it changes. Source: RFC 6901,
 * RFC 6902 section 4.
 *
 * @param key of the member, index of the element, or "-" for the end of a list
 */
record PatchPlace(JsonNode parent, String key) {
  private static final Pattern INDEX = Pattern.compile("0|[1-9][0-9]{0,8}");
  private static final String END = "-";

  /**
   * Finds the place of {@code path} in {@code document}.
   *
   * @throws IllegalArgumentException with the reason when {@code op} cannot be applied there
   */
  static PatchPlace find(String op, String path, ObjectNode document) {
    var segments = segments(path);
    JsonNode parent = document;
    for (var segment : segments.subList(0, segments.size() - 1)) {
      var child = child(parent, segment);
      if (child == null) {
        throw new IllegalArgumentException(
            "there is no " + ShortText.shortened(segment, Patch.LONGEST_SHOWN));
      }
      parent = child;
    }
    var last = segments.getLast();
    var found = op.equals("add") ? takes(parent, last) : child(parent, last) != null;
    if (!found) {
      throw new IllegalArgumentException(
          "the path does not exist: " + ShortText.shortened(path, Patch.LONGEST_SHOWN));
    }
    return new PatchPlace(parent, last);
  }

  /** The keys and indexes of a path, without its escapes. */
  static List<String> segments(String path) {
    return Arrays.stream(path.substring(1).split("/", -1))
        .map(segment -> segment.replace("~1", "/").replace("~0", "~"))
        .toList();
  }

  /** Adds a member, or an element before the one that is there. */
  void add(JsonNode value) {
    if (parent instanceof ArrayNode list) {
      list.insert(key.equals(END) ? list.size() : Integer.parseInt(key), value);
    } else {
      ((ObjectNode) parent).set(key, value);
    }
  }

  void replace(JsonNode value) {
    if (parent instanceof ArrayNode list) {
      list.set(Integer.parseInt(key), value);
    } else {
      ((ObjectNode) parent).set(key, value);
    }
  }

  void remove() {
    if (parent instanceof ArrayNode list) {
      list.remove(Integer.parseInt(key));
    } else {
      ((ObjectNode) parent).remove(key);
    }
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
