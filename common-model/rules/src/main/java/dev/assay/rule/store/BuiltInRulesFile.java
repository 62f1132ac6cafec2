package dev.assay.rule.store;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.rule.Phase;
import dev.assay.rule.definition.Action;
import dev.assay.rule.definition.Condition;
import dev.assay.rule.definition.InvalidRule;
import dev.assay.rule.definition.Rule;
import dev.assay.rule.engine.CompiledRule;
import dev.assay.rule.engine.RuleRegistry;
import dev.assay.storedjson.StoredJson;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.NodeId;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/**
 * Parses the operator's file of built-in rules, a YAML list; its rules are never stored. Source:
 * spec rules.md 2.
 */
public final class BuiltInRulesFile {
  private static final Set<String> MEMBERS =
      Set.of(
          "uuid",
          "description",
          "priority",
          "scope",
          "sensitive",
          "enabled",
          "phase",
          "conditions",
          "actions");
  private static final int MAX_LENGTH = 255;

  private final Path file;
  private final RuleRegistry registry;
  private final List<Rule> rules = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private int unnamed;

  private BuiltInRulesFile(Path file, RuleRegistry registry) {
    this.file = file;
    this.registry = registry;
  }

  /**
   * The rules of {@code file}, in its order.
   *
   * @throws IllegalArgumentException naming the file, the rule, its line, and what is wrong with it
   */
  public static List<Rule> read(Path file, RuleRegistry registry) {
    return new BuiltInRulesFile(file, registry).read();
  }

  private List<Rule> read() {
    try {
      var text = Files.readString(file);
      var tree = tree(yaml().load(text));
      if (!tree.isArray()) {
        throw unusable("it must be a list of rules");
      }
      var lines = ((SequenceNode) yaml().compose(new StringReader(text))).getValue();
      for (var document : tree) {
        var index = rules.size();
        add(
            document,
            "rule %d (line %d)"
                .formatted(index + 1, lines.get(index).getStartMark().getLine() + 1));
      }
      return List.copyOf(rules);
    } catch (IOException e) {
      throw unusable("it cannot be read (%s)".formatted(e));
    } catch (YAMLException e) {
      throw unusable("it is no YAML: " + e.getMessage());
    }
  }

  private JsonNode tree(Object loaded) {
    try {
      return StoredJson.read(StoredJson.write(loaded), JsonNode.class);
    } catch (IllegalArgumentException e) {
      throw unusable("it is nested too deeply, or an alias refers to itself");
    }
  }

  private void add(JsonNode document, String position) {
    try {
      var rule = rule(document);
      InvalidRule.unlessEmpty(CompiledRule.compile(rule, registry).warnings());
      rules.add(rule);
    } catch (InvalidRule | IllegalArgumentException e) {
      throw unusable("%s%s: %s".formatted(position, named(document), e.getMessage()));
    }
  }

  private Rule rule(JsonNode document) {
    if (!document.isObject()) {
      throw new IllegalArgumentException("it is no object");
    }
    for (var member : document.properties()) {
      if (!MEMBERS.contains(member.getKey())) {
        throw new IllegalArgumentException("'%s' was unexpected".formatted(member.getKey()));
      }
    }
    return new Rule(
        name(document),
        text(document, "description"),
        priority(document.path("priority")),
        text(document, "scope"),
        flag(document, "sensitive", false),
        flag(document, "enabled", true),
        phase(document),
        Condition.list(document.path("conditions")),
        Action.list(document.path("actions")),
        true);
  }

  private String name(JsonNode document) {
    var given = text(document, "uuid");
    var name = given == null ? "00000000-0000-0000-0000-%012x".formatted(unnamed++) : given;
    if (!names.add(name)) {
      throw new IllegalArgumentException("an earlier rule has the uuid %s, too".formatted(name));
    }
    return name;
  }

  private static @Nullable String text(JsonNode document, String member) {
    var value = document.path(member);
    if (value.isMissingNode() || value.isNull()) {
      return null;
    }
    if (!value.isTextual()
        || value.textValue().isEmpty()
        || value.textValue().length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "%s must be a text of 1 to %d characters, quoted if it looks like a number"
              .formatted(member, MAX_LENGTH));
    }
    return value.textValue();
  }

  private static int priority(JsonNode value) {
    if (value.isMissingNode()) {
      return 0;
    }
    if (!value.isInt()) {
      throw new IllegalArgumentException("priority %s is no integer".formatted(value));
    }
    return value.intValue();
  }

  private static boolean flag(JsonNode document, String member, boolean defaultValue) {
    var value = document.path(member);
    if (!value.isBoolean() && !value.isNull() && !value.isMissingNode()) {
      throw new IllegalArgumentException(
          "%s must be true or false, not %s".formatted(member, value));
    }
    return value.asBoolean(defaultValue);
  }

  private static Phase phase(JsonNode document) {
    var given = text(document, "phase");
    return given == null ? Phase.MAIN : Phase.require(given);
  }

  private static String named(JsonNode document) {
    var name = document.path("uuid");
    return name.isTextual() ? " " + name.textValue() : "";
  }

  private IllegalArgumentException unusable(String why) {
    return new IllegalArgumentException(
        "assay.inspection-rules.built-in: %s cannot be used: %s".formatted(file, why));
  }

  private static Yaml yaml() {
    var bounds = new LoaderOptions();
    bounds.setAllowDuplicateKeys(false);
    var output = new DumperOptions();
    return new Yaml(
        new SafeConstructor(bounds), new Representer(output), output, bounds, new PlainTexts());
  }

  /** Reads dates as strings, because JSON has no dates. */
  private static final class PlainTexts extends Resolver {
    @Override
    public Tag resolve(NodeId kind, String value, boolean implicit) {
      var tag = super.resolve(kind, value, implicit);
      return tag.equals(Tag.TIMESTAMP) ? Tag.STR : tag;
    }
  }
}
