package dev.assay.api.field;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.http.ApiVersion;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.error.ShortText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A PATCH body: operations that are applied in order to a copy of the stored document. Source:
 * api.md 6.
 */
public final class Patch {
  private static final int ANY_CHARACTER = 98;
  private static final Pattern WORDS =
      Pattern.compile("(?:/[\\w-]++)++", Pattern.UNICODE_CHARACTER_CLASS); // without recursion
  private static final Pattern ESCAPED = Pattern.compile("(?:/(?:[^/~]|~[01])++)++");
  private static final Set<String> OPERATIONS = Set.of("add", "replace", "remove");
  private static final Set<String> MEMBERS = Set.of("op", "path", "value");

  /** Levels of nesting below an attribute; more deeply nested values cannot be shown in lists. */
  private static final int DEEPEST = 50;

  /** Characters of a path in an error. */
  static final int LONGEST_SHOWN = 200;

  private record Step(String op, String path, String root, ObjectNode json) {
    boolean nested() {
      return path.length() > root.length() + 1;
    }
  }

  private final List<Step> steps;

  private Patch(List<Step> steps) {
    this.steps = steps;
  }

  /**
   * Reads the array of operations. INVALID_PARAMETER when one is malformed or its root is not
   * patchable, then NOT_ACCEPTABLE when the root is newer than the version.
   */
  public static Patch read(JsonNode body, FieldTable<?> table, ApiVersion version) {
    if (!body.isArray()) {
      throw refused("A patch must be a list of operations.");
    }
    var steps = new ArrayList<Step>();
    for (var item : body) {
      steps.add(step(item, table, version));
    }
    for (var step : steps) {
      table.find(step.root()).ifPresent(field -> version.require(field.since(), field.name()));
    }
    return new Patch(List.copyOf(steps));
  }

  private static Step step(JsonNode item, FieldTable<?> table, ApiVersion version) {
    if (!(item instanceof ObjectNode json)) {
      throw refused("Each operation of a patch must be an object.");
    }
    json.fieldNames()
        .forEachRemaining(
            member -> {
              if (!MEMBERS.contains(member)) {
                throw refused("An operation of a patch has no member %s.".formatted(member));
              }
            });
    var op = json.path("op").isTextual() ? json.path("op").textValue() : "";
    if (!OPERATIONS.contains(op)) {
      throw refused("The op of an operation must be one of add, replace, remove.");
    }
    if (!op.equals("remove") && !json.has("value")) {
      throw refused("The operation %s needs a value.".formatted(op));
    }
    var path = path(json.path("path"), version);
    var root = root(path);
    if (table.find(root).filter(field -> field.use().patchable()).isEmpty()) {
      throw refused(
          "Couldn't apply patch: '/%s' is not an attribute that can be updated.".formatted(root));
    }
    if (!op.equals("remove")
        && PatchPlace.segments(path).size() - 1 + depth(json.path("value")) > DEEPEST) {
      throw refused(
          "Couldn't apply patch: what it writes in '/%s' is nested more than %d levels deep."
              .formatted(root, DEEPEST));
    }
    return new Step(op, path, root, json);
  }

  private static int depth(JsonNode value) {
    int deepest = 0;
    for (var child : value) {
      deepest = Math.max(deepest, depth(child));
    }
    return value.isContainerNode() ? deepest + 1 : 0;
  }

  private static String path(JsonNode given, ApiVersion version) {
    var path = given.isTextual() ? given.textValue() : "";
    var form = version.atLeast(ANY_CHARACTER) ? ESCAPED : WORDS;
    if (!form.matcher(path).matches()) {
      throw refused(
          "The path of an operation must look like /attribute or /attribute/key, but is '%s'."
              .formatted(ShortText.shortened(path, LONGEST_SHOWN)));
    }
    return path;
  }

  private static String root(String path) {
    var end = path.indexOf('/', 1);
    return (end < 0 ? path.substring(1) : path.substring(1, end))
        .replace("~1", "/")
        .replace("~0", "~");
  }

  /** True when it has no operations. */
  public boolean isEmpty() {
    return steps.isEmpty();
  }

  /** The names of the attributes that the operations change. */
  public Set<String> roots() {
    return steps.stream().map(Step::root).collect(Collectors.toUnmodifiableSet());
  }

  /** True when an operation removes the whole attribute {@code root}. */
  public boolean removes(String root) {
    return steps.stream()
        .anyMatch(step -> step.op().equals("remove") && step.path().equals("/" + root));
  }

  /** True when the first operation on {@code root} sets all of it to a value that is not empty. */
  public boolean writesAll(String root) {
    return steps.stream()
        .filter(step -> step.root().equals(root))
        .findFirst()
        .filter(step -> !step.nested() && !step.json().path("value").isEmpty())
        .isPresent();
  }

  /** True when the only operation is {@code op} on the whole attribute {@code root}. */
  public boolean isJust(String op, String root) {
    return steps.size() == 1
        && steps.getFirst().op().equals(op)
        && steps.getFirst().path().equals("/" + root);
  }

  /**
   * The patched copy of {@code stored}, in normal form; INVALID_PARAMETER when an operation cannot
   * be applied or its result is not valid.
   */
  public ObjectNode applyTo(ObjectNode stored, FieldTable<?> table) {
    var patched = stored.deepCopy();
    for (var step : steps) {
      if (step.nested()) {
        nested(step, patched);
      } else {
        var value = step.op().equals("remove") ? removed(step, table) : step.json().get("value");
        patched.set(step.root(), value.deepCopy());
      }
    }
    return table.checked(patched);
  }

  private static JsonNode removed(Step step, FieldTable<?> table) {
    var kind = table.find(step.root()).orElseThrow().kind();
    if (!kind.removable()) {
      throw refused(
          "Couldn't apply patch: '%s' is a mandatory attribute and can not be removed."
              .formatted(step.path()));
    }
    return kind.ifAbsent();
  }

  private static void nested(Step step, ObjectNode patched) {
    PatchPlace place;
    try {
      place = PatchPlace.find(step.op(), step.path(), patched);
    } catch (IllegalArgumentException e) {
      throw refused(
          "Couldn't apply patch '%s %s'. Reason: %s"
              .formatted(
                  step.op(), ShortText.shortened(step.path(), LONGEST_SHOWN), e.getMessage()));
    }
    var value = step.json().path("value").deepCopy();
    switch (step.op()) {
      case "add" -> place.add(value);
      case "replace" -> place.replace(value);
      default -> place.remove();
    }
  }

  private static AssayException refused(String sentence) {
    return new AssayException(ErrorCode.INVALID_PARAMETER, sentence);
  }
}
