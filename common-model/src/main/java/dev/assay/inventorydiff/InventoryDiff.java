package dev.assay.inventorydiff;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.inventorydiff.Change.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The differences of two inventories.
 *
 * @param changes at most {@link #MOST}
 * @param omitted how many more there are
 */
public record InventoryDiff(List<Change> changes, int omitted) {
  /** Most changes that are told. */
  public static final int MOST = 1000;

  /** Most characters of a value, as JSON, that is told; of a longer one the beginning, as text. */
  private static final int MOST_CHARACTERS = 2000;

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  public InventoryDiff {
    changes = List.copyOf(changes);
  }

  /** Compares what two inspections of a machine found. */
  public static InventoryDiff between(Snapshot before, Snapshot after) {
    return new Comparison(before.root(), after.root()).result();
  }

  private static final class Comparison {
    private final JsonNode before;
    private final JsonNode after;
    private final IgnoredValues ignored;
    private final List<Change> changes = new ArrayList<>();
    private int omitted;

    Comparison(JsonNode before, JsonNode after) {
      this.before = before;
      this.after = after;
      this.ignored = new IgnoredValues(before, after);
    }

    InventoryDiff result() {
      compare(List.of(), null, before, after);
      return new InventoryDiff(changes, omitted);
    }

    /** {@code owner} is null outside of components; a null value is the same as none. */
    private void compare(
        List<String> path, @Nullable Owner owner, @Nullable JsonNode old, @Nullable JsonNode now) {
      var one = old == null || old.isNull() ? null : old;
      var other = now == null || now.isNull() ? null : now;
      if ((one == null ? other == null : one.equals(other)) || ignored.include(path)) {
        return;
      }
      if (one != null && other != null && one.isObject() && other.isObject()) {
        compareMembers(path, owner, one, other);
      } else if (one != null && other != null && one.isArray() && other.isArray()) {
        compareLists(path, owner, one, other);
      } else {
        tell(path, owner, one, other);
      }
    }

    private void compareMembers(
        List<String> path, @Nullable Owner owner, JsonNode old, JsonNode now) {
      var names = new TreeSet<String>();
      old.fieldNames().forEachRemaining(names::add);
      now.fieldNames().forEachRemaining(names::add);
      names.forEach(
          name -> compare(PathPattern.below(path, name), owner, old.get(name), now.get(name)));
    }

    private void compareLists(
        List<String> path, @Nullable Owner owner, JsonNode old, JsonNode now) {
      var kind = owner == null ? ComponentKind.at(path) : Optional.<ComponentKind>empty();
      if (kind.isPresent()) {
        compareComponents(path, kind.get(), old, now);
        return;
      }
      var matching =
          Matching.of(old.valueStream().toList(), now.valueStream().toList(), ComponentKind.ANY);
      for (var pair : matching.pairs()) {
        compare(PathPattern.below(path, nameOf(pair.after())), owner, pair.before(), pair.after());
      }
      if (!matching.removed().isEmpty() || !matching.added().isEmpty()) {
        tellList(path, owner, array(matching.removed()), array(matching.added()));
      }
    }

    private void compareComponents(
        List<String> path, ComponentKind kind, JsonNode old, JsonNode now) {
      var matching =
          Matching.of(
              ComponentKind.installed(old), ComponentKind.installed(now), kind.identities());
      matching.removed().forEach(component -> tell(kind, component, false));
      matching.added().forEach(component -> tell(kind, component, true));
      for (var pair : matching.pairs()) {
        var place = PathPattern.below(path, kind.idOf(pair.before()));
        compare(place, Owner.of(kind, pair.before(), place), pair.before(), pair.after());
      }
    }

    private static String nameOf(JsonNode element) {
      return ComponentKind.ANY.stream()
          .flatMap(identity -> ComponentKind.key(element, identity).stream())
          .findFirst()
          .orElse("");
    }

    private void tell(ComponentKind kind, JsonNode component, boolean added) {
      add(
          new Change(
              kind.part(),
              kind.idOf(component),
              added ? Kind.ADDED : Kind.REMOVED,
              null,
              added ? null : bounded(component),
              added ? bounded(component) : null,
              Sentences.of(kind, component, added)));
    }

    private void tell(
        List<String> path, @Nullable Owner known, @Nullable JsonNode old, @Nullable JsonNode now) {
      var owner = known == null ? Owner.of(path) : known;
      var field = owner.field(path);
      add(
          new Change(
              owner.part(),
              owner.id(),
              owner.kind(old, now),
              field,
              old == null ? null : bounded(old),
              now == null ? null : bounded(now),
              Sentences.of(owner, field, old, now)));
    }

    /** Of lists only the elements that differ are told. */
    private void tellList(
        List<String> path, @Nullable Owner known, ArrayNode lost, ArrayNode gained) {
      var owner = known == null ? Owner.of(path) : known;
      var field = owner.field(path);
      add(
          new Change(
              owner.part(),
              owner.id(),
              Kind.CHANGED,
              field,
              bounded(lost),
              bounded(gained),
              Sentences.ofList(owner, field, lost, gained)));
    }

    private void add(Change change) {
      if (changes.size() < MOST) {
        changes.add(change);
      } else {
        omitted++;
      }
    }

    private static ArrayNode array(List<JsonNode> elements) {
      return JSON.arrayNode().addAll(elements);
    }

    private static JsonNode bounded(JsonNode value) {
      var text = value.toString();
      return text.length() <= MOST_CHARACTERS
          ? value
          : JSON.textNode(text.substring(0, MOST_CHARACTERS) + "...");
    }
  }
}
