package dev.assay.rule.classic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.id.UuidText;
import dev.assay.rule.Phase;
import dev.assay.rule.definition.InvalidRule;
import dev.assay.rule.definition.Rule;
import dev.assay.storedjson.StoredJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A rule in the format of the classic Inspector API, checked and ready to run. Immutable. Source:
 * spec inspector-compat.md 6.
 */
public final class ClassicRule {
  private static final String UUID_MEMBER = "uuid";
  private static final String DESCRIPTION = "description";
  private static final String SCOPE = "scope";
  private static final String CONDITIONS = "conditions";
  private static final String ACTIONS = "actions";

  /** "links" is in the rules that clients read and send again. */
  private static final Set<String> MEMBERS =
      Set.of(UUID_MEMBER, DESCRIPTION, SCOPE, CONDITIONS, ACTIONS, "links");

  private static final int MAX_DESCRIPTION = 4096;
  private static final int MAX_SCOPE = 255;
  private static final int MAX_STEPS = 1000;

  private final UUID uuid;
  private final @Nullable String description;
  private final @Nullable String scope;
  private final List<ClassicCondition> conditions;
  private final List<ClassicAction> actions;

  private ClassicRule(ObjectNode written, UUID uuid, List<String> problems) {
    this.uuid = uuid;
    this.description = text(written, DESCRIPTION, MAX_DESCRIPTION, problems);
    this.scope = text(written, SCOPE, MAX_SCOPE, problems);
    this.conditions = steps(written, CONDITIONS, ClassicCondition::of, problems);
    this.actions = steps(written, ACTIONS, ClassicAction::of, problems);
    if (actions.isEmpty() && problems.isEmpty()) {
      problems.add("actions: at least one action is needed");
    }
  }

  /**
   * Reads a rule that a client sends; InvalidRule with every problem.
   *
   * @param given the UUID that the rule must have; else that of the rule, else a new one
   */
  public static ClassicRule of(ObjectNode written, Optional<UUID> given) {
    var problems = new ArrayList<String>();
    written
        .propertyStream()
        .map(Map.Entry::getKey)
        .filter(name -> !MEMBERS.contains(name))
        .forEach(name -> problems.add("'%s' is no member of a rule".formatted(name)));
    var own = uuid(written, problems);
    if (given.isPresent() && own.isPresent() && !given.equals(own)) {
      problems.add("uuid: the address of the request has another UUID");
    }
    var rule = new ClassicRule(written, given.or(() -> own).orElseGet(UUID::randomUUID), problems);
    InvalidRule.unlessEmpty(problems);
    return rule;
  }

  private static Optional<UUID> uuid(ObjectNode written, List<String> problems) {
    var value = written.path(UUID_MEMBER);
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    var uuid = Optional.ofNullable(value.textValue()).flatMap(UuidText::parse);
    if (uuid.isEmpty()) {
      problems.add("uuid: it must be a UUID");
    }
    return uuid;
  }

  private static @Nullable String text(
      ObjectNode written, String name, int limit, List<String> problems) {
    var value = written.path(name);
    if (value.isMissingNode() || value.isNull()) {
      return null;
    }
    if (!value.isTextual() || value.textValue().length() > limit) {
      problems.add(
          "%s: it must be a text of at most %d characters, or null".formatted(name, limit));
      return null;
    }
    return value.textValue();
  }

  private static <T> List<T> steps(
      ObjectNode written, String name, Function<JsonNode, T> read, List<String> problems) {
    var list = written.path(name);
    var steps = new ArrayList<T>();
    if (list.isMissingNode() || list.isNull()) {
      return steps;
    }
    if (!(list instanceof ArrayNode) || list.size() > MAX_STEPS) {
      problems.add("%s: it must be a list of at most %d elements".formatted(name, MAX_STEPS));
      return steps;
    }
    for (int i = 0; i < list.size(); i++) {
      try {
        steps.add(read.apply(list.get(i)));
      } catch (IllegalArgumentException e) {
        problems.add("%s[%d]: %s".formatted(name, i, e.getMessage()));
      }
    }
    return List.copyOf(steps);
  }

  /** The rule as clients see it, without links. */
  public ObjectNode document() {
    var document = StoredJson.object();
    document.put(UUID_MEMBER, uuid.toString());
    document.put(DESCRIPTION, description);
    document.put(SCOPE, scope);
    var shownConditions = document.putArray(CONDITIONS);
    conditions.forEach(condition -> shownConditions.add(condition.document()));
    var shownActions = document.putArray(ACTIONS);
    actions.forEach(action -> shownActions.add(action.document()));
    return document;
  }

  /**
   * Why texts of its actions can never be formatted, whatever the data are: such a rule fails every
   * introspection that it applies to. Without these texts, which may be secrets.
   */
  public List<String> formatProblems() {
    return IntStream.range(0, actions.size())
        .boxed()
        .flatMap(
            i -> actions.get(i).formatProblems().map(why -> "actions[%d] %s".formatted(i, why)))
        .toList();
  }

  public UUID uuid() {
    return uuid;
  }

  public @Nullable String description() {
    return description;
  }

  /** Null or empty for a rule of all nodes. */
  public @Nullable String scope() {
    return scope;
  }

  List<ClassicCondition> conditions() {
    return conditions;
  }

  List<ClassicAction> actions() {
    return actions;
  }

  /** The rule for those who watch rules run; its content is of no interest there. */
  Rule watched() {
    return new Rule(
        uuid.toString(),
        description,
        0,
        scope,
        false,
        true,
        Phase.MAIN,
        List.of(),
        List.of(),
        false);
  }
}
