package dev.assay.rule.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.change.ChangeSet;
import dev.assay.rule.Phase;
import dev.assay.rule.definition.Action;
import dev.assay.rule.definition.Condition;
import dev.assay.rule.definition.Multiple;
import dev.assay.rule.definition.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Generates rules and data from a seed: valid and invalid ones, with secrets among the data. */
final class RandomWords {
  /** Must never appear in any output; the last one is a number in the data. */
  static final List<String> SECRETS =
      List.of("hunter2-Xy", "cal'vin \"q\" \\n", "tök\nén", "918273645");

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final List<String> OPERATORS =
      List.of(
          "eq",
          "lt",
          "gt",
          "is-empty",
          "in-net",
          "matches",
          "contains",
          "one-of",
          "is-none",
          "is-true",
          "is-false",
          "ne",
          "",
          "!!eq");
  private static final List<String> ACTIONS =
      List.of(
          "fail",
          "log",
          "log",
          "set-attribute",
          "set-attribute",
          "set-attribute",
          "extend-attribute",
          "del-attribute",
          "set-capability",
          "unset-capability",
          "add-trait",
          "remove-trait",
          "set-plugin-data",
          "set-plugin-data",
          "extend-plugin-data",
          "unset-plugin-data",
          "set-port-attribute",
          "extend-port-attribute",
          "del-port-attribute",
          "api-call",
          "reboot");
  private static final List<String> ARGUMENTS =
      List.of(
          "values",
          "value",
          "regex",
          "address",
          "subnet",
          "path",
          "msg",
          "name",
          "port_id",
          "url",
          "level",
          "force_strings",
          "unique",
          "headers");
  private static final List<String> TEXTS =
      List.of(
          "",
          "x86_64",
          "extra/a",
          "extra.b.c",
          "/driver_info/ipmi_password",
          "driver_info/x/token",
          "properties/capabilities",
          "name",
          "driver/x",
          "nosuch",
          "uuid",
          "traits",
          "a.b",
          "password",
          "CUSTOM_GPU",
          "boot_mode",
          "52:54:00:aa:00:01",
          "192.0.2.1",
          "192.0.2.0/24",
          "zzz",
          "[a-z]+",
          "(",
          "(?P<n>a|b)*",
          "info",
          "warning",
          "https://hook.example.org/x",
          "true",
          "8",
          "1e9",
          "{",
          "{}",
          "{0}",
          "{{x}}",
          "}",
          "{node.nope}",
          "{inventory[nope]}",
          "{inventory[cpu][count]:d}",
          "{inventory[cpu][count]:,.2f}",
          "{item!q}");
  private static final List<String> EXPRESSIONS =
      List.of(
          "inventory",
          "inventory[cpu][count]",
          "inventory[interfaces]",
          "inventory[interfaces][0][mac]",
          "inventory[bmc_password]",
          "inventory[deep][0][password]",
          "plugin_data",
          "plugin_data[password]",
          "plugin_data[auth_token]",
          "plugin_data[a]",
          "plugin_data[list]",
          "node",
          "node.driver",
          "node.driver_info",
          "node.driver_info[ipmi_password]",
          "node.driver_info[x][token]",
          "node.extra[a]",
          "node.extra",
          "node.uuid",
          "node.traits",
          "node.name",
          "ports",
          "ports[0].address",
          "item",
          "item[name]",
          "item[0]");

  private final Random random;

  RandomWords(int seed) {
    random = new Random(seed);
  }

  Rule rule(String uuid, Phase phase) {
    List<Condition> conditions = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      conditions.add(condition());
    }
    List<Action> actions = new ArrayList<>();
    for (int i = 1 + random.nextInt(3); i > 0; i--) {
      actions.add(action());
    }
    return new Rule(
        uuid,
        null,
        random.nextInt(5),
        chance(20) ? "lab" : null,
        chance(5),
        true,
        phase,
        conditions,
        actions,
        chance(4));
  }

  RuledData scope(Phase phase) {
    var inventory = JSON.objectNode();
    inventory.putObject("cpu").put("count", random.nextInt(64)).put("architecture", "x86_64");
    inventory
        .putArray("interfaces")
        .addObject()
        .put("name", "eno1")
        .put("mac", "52:54:00:aa:00:01");
    inventory.put("bmc_password", SECRETS.get(0));
    inventory.putArray("deep").addObject().put("password", SECRETS.get(1)).set("any", value(3));
    var pluginData = JSON.objectNode();
    pluginData.put("password", SECRETS.get(2)).put("auth_token", Integer.valueOf(SECRETS.get(3)));
    pluginData.set("a", value(3));
    pluginData.set("list", list(3));
    return phase == Phase.EARLY
        ? RuledData.early(inventory, pluginData)
        : RuledData.of(new ChangeSet(node(), List.of(port()), pluginData), inventory);
  }

  private ObjectNode node() {
    var node = JSON.objectNode();
    node.put("uuid", Vector.NODE).put("driver", "fake-hardware").putNull("name");
    node.putObject("properties").put("inspection_scope", chance(2) ? "lab" : "prod");
    node.putObject("extra").set("a", value(2));
    node.putObject("driver_info")
        .put("ipmi_password", SECRETS.get(0))
        .putObject("x")
        .put("token", SECRETS.get(1));
    node.putArray("traits").add("CUSTOM_A");
    return node;
  }

  private static ObjectNode port() {
    var port = JSON.objectNode().put("address", "52:54:00:aa:00:01").put("pxe_enabled", true);
    port.putObject("extra");
    return port;
  }

  private Condition condition() {
    var op = (chance(3) ? "!" : "") + one(OPERATORS);
    var loop = loop();
    return new Condition(op, args(op.replace("!", "")), loop, one(List.of(Multiple.values())));
  }

  private Action action() {
    var op = one(ACTIONS);
    return new Action(op, args(op), loop());
  }

  private @Nullable JsonNode loop() {
    return chance(4) ? pick(() -> list(2), () -> object(2), this::expression, this::text) : null;
  }

  /** Usually arguments that the operator or action accepts. */
  private JsonNode args(String op) {
    if (chance(12)) {
      return list(3);
    }
    var args = JSON.objectNode();
    for (var name : chance(15) ? List.of(one(ARGUMENTS)) : wanted(op)) {
      args.set(
          name, name.equals("values") ? pick(() -> list(3), this::expression) : argument(name));
    }
    if (chance(20)) {
      args.set(one(ARGUMENTS), value(2));
    }
    return args;
  }

  private JsonNode argument(String name) {
    return switch (name) {
      case "path" -> text();
      case "name", "port_id", "regex", "subnet", "url" -> pick(this::text, this::expression);
      default -> value(3);
    };
  }

  private static List<String> wanted(String op) {
    return switch (op) {
      case "eq", "lt", "gt" -> List.of("values");
      case "is-empty", "is-none", "is-true", "is-false" -> List.of("value");
      case "in-net" -> List.of("address", "subnet");
      case "matches", "contains" -> List.of("value", "regex");
      case "one-of" -> List.of("value", "values");
      case "fail", "log" -> List.of("msg");
      case "set-attribute", "extend-attribute", "set-plugin-data", "extend-plugin-data" ->
          List.of("path", "value");
      case "del-attribute", "unset-plugin-data" -> List.of("path");
      case "set-capability" -> List.of("name", "value");
      case "unset-capability", "add-trait", "remove-trait" -> List.of("name");
      case "set-port-attribute", "extend-port-attribute" -> List.of("port_id", "path", "value");
      case "del-port-attribute" -> List.of("port_id", "path");
      default -> List.of("url");
    };
  }

  private JsonNode value(int depth) {
    return depth == 0
        ? pick(this::text, this::expression)
        : pick(
            this::text,
            this::expression,
            this::expression,
            JSON::nullNode,
            () -> JSON.booleanNode(chance(2)),
            () -> JSON.numberNode(random.nextInt(100) - 50),
            () -> JSON.numberNode(random.nextDouble()),
            () -> list(depth - 1),
            () -> object(depth - 1));
  }

  private ArrayNode list(int depth) {
    var list = JSON.arrayNode();
    for (int i = random.nextInt(4); i > 0; i--) {
      list.add(value(depth));
    }
    return list;
  }

  private ObjectNode object(int depth) {
    var object = JSON.objectNode();
    for (int i = random.nextInt(3); i > 0; i--) {
      object.set(chance(3) ? one(List.of("name", "path", "a")) : one(TEXTS), value(depth));
    }
    return object;
  }

  private JsonNode text() {
    return JSON.textNode(one(TEXTS));
  }

  private JsonNode expression() {
    var expression =
        "{" + one(EXPRESSIONS) + one(List.of("", "", "", "", "!r", "!s", ":>20", ":d")) + "}";
    return JSON.textNode(
        chance(4) ? "is " + expression + " and {" + one(EXPRESSIONS) + "}" : expression);
  }

  private boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  private <T> T one(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }

  @SafeVarargs
  private JsonNode pick(Supplier<? extends JsonNode>... from) {
    return from[random.nextInt(from.length)].get();
  }
}
