package dev.assay.rule.classic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.hardware.InterfaceType;
import dev.assay.rule.Path;
import dev.assay.rule.RuleAction;
import dev.assay.rule.RuleScope;
import dev.assay.rule.action.AddTrait;
import dev.assay.rule.action.ExtendAttribute;
import dev.assay.rule.action.Fail;
import dev.assay.rule.action.RemoveTrait;
import dev.assay.rule.action.SetAttribute;
import dev.assay.rule.action.SetCapability;
import dev.assay.rule.action.UnsetCapability;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The actions of classic rules, by those of inspection rules. Source: spec inspector-compat.md 6.3.
 */
enum ActionKind {
  FAIL("fail"),
  SET_ATTRIBUTE("set-attribute"),
  SET_CAPABILITY("set-capability"),
  EXTEND_ATTRIBUTE("extend-attribute"),
  ADD_TRAIT("add-trait"),
  REMOVE_TRAIT("remove-trait");

  static final String PATH = "path";
  static final String NAME = "name";
  static final String MESSAGE = "message";
  static final String RESET_INTERFACES = "reset_interfaces";
  static final String UNIQUE = "unique";
  private static final String VALUE = "value";

  /** The end of a path in a JSON patch that stands for a new last element of a list. */
  private static final String NEW_LAST = "/-";

  private static final Path DRIVER = Path.parse("driver");

  private final String wire;

  ActionKind(String wire) {
    this.wire = wire;
  }

  static Optional<ActionKind> ofWire(String name) {
    return Arrays.stream(values()).filter(it -> it.wire.equals(name)).findFirst();
  }

  static String names() {
    return Arrays.stream(values()).map(it -> it.wire).collect(Collectors.joining(", "));
  }

  String wire() {
    return wire;
  }

  Set<String> required() {
    return switch (this) {
      case FAIL -> Set.of(MESSAGE);
      case SET_ATTRIBUTE, EXTEND_ATTRIBUTE -> Set.of(PATH, VALUE);
      case SET_CAPABILITY, ADD_TRAIT, REMOVE_TRAIT -> Set.of(NAME);
    };
  }

  Set<String> optional() {
    return switch (this) {
      case FAIL, ADD_TRAIT, REMOVE_TRAIT -> Set.of();
      case SET_ATTRIBUTE -> Set.of(RESET_INTERFACES);
      case SET_CAPABILITY -> Set.of(VALUE);
      case EXTEND_ATTRIBUTE -> Set.of(UNIQUE);
    };
  }

  /** Whether texts in this parameter are formatted; paths and names of capabilities are not. */
  boolean formats(String parameter) {
    return switch (this) {
      case FAIL -> false; // the introspection fails in any case, so let it say why
      case ADD_TRAIT, REMOVE_TRAIT -> true;
      case SET_ATTRIBUTE, SET_CAPABILITY, EXTEND_ATTRIBUTE -> parameter.equals(VALUE);
    };
  }

  /** An action of inspection rules, and its arguments. */
  record Translated(RuleAction action, LiteralArguments arguments) {}

  /** The action of inspection rules that does the same with these formatted parameters. */
  Translated translate(Map<String, JsonNode> parameters, UnaryOperator<String> hidden) {
    var arguments = new LinkedHashMap<>(parameters);
    arguments.remove(RESET_INTERFACES);
    RuleAction action =
        switch (this) {
          case FAIL -> {
            arguments.put("msg", arguments.remove(MESSAGE));
            yield new Fail();
          }
          case SET_ATTRIBUTE -> setOrAppend(arguments);
          case SET_CAPABILITY -> {
            var value = arguments.get(VALUE);
            yield value == null || value.isNull() ? new UnsetCapability() : new SetCapability();
          }
          case EXTEND_ATTRIBUTE -> new ExtendAttribute();
          case ADD_TRAIT -> new AddTrait();
          case REMOVE_TRAIT -> new RemoveTrait();
        };
    return new Translated(action, new LiteralArguments(arguments, hidden));
  }

  private static RuleAction setOrAppend(Map<String, JsonNode> arguments) {
    var path = arguments.get(PATH);
    if (path == null || !path.asText().endsWith(NEW_LAST)) {
      return new SetAttribute();
    }
    var list = path.asText().substring(0, path.asText().length() - NEW_LAST.length());
    arguments.put(PATH, TextNode.valueOf(list));
    return new ExtendAttribute();
  }

  /** Lets the interfaces of a new driver apply, unless the action says otherwise. */
  void afterwards(Map<String, JsonNode> parameters, JsonNode driverBefore, RuleScope scope) {
    var path = parameters.get(PATH);
    if (this == SET_ATTRIBUTE
        && path != null
        && Path.parse(path.asText()).parts().equals(DRIVER.parts())
        && !scope.node().get(DRIVER).equals(driverBefore)
        && Optional.ofNullable(parameters.get(RESET_INTERFACES))
            .map(JsonNode::booleanValue)
            .orElse(true)) {
      for (var type : InterfaceType.values()) {
        var field = Path.parse(type.field());
        var value = scope.node().get(field);
        if (!value.isMissingNode() && !value.isNull()) {
          scope.node().remove(field);
        }
      }
    }
  }

  static JsonNode driver(RuleScope scope) {
    return scope.node().get(DRIVER).deepCopy();
  }
}
