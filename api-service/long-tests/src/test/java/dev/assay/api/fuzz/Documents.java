package dev.assay.api.fuzz;

import static dev.assay.api.fuzz.Vocabulary.pick;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.chassis.ChassisFields;
import dev.assay.api.field.Field;
import dev.assay.api.field.FieldTable;
import dev.assay.api.node.NodeFields;
import dev.assay.api.port.PortFields;
import dev.assay.api.portgroup.PortGroupFields;
import dev.assay.api.rule.RuleFields;
import dev.assay.api.webhook.WebhookFields;
import dev.assay.storedjson.StoredJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Bodies that an endpoint may well take, one grammar for each that takes one. */
final class Documents {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final Set<String> OBJECTS =
      Set.of(
          "driver_info",
          "extra",
          "instance_info",
          "local_link_connection",
          "network_data",
          "properties");
  private static final List<String> VERBS =
      List.of(
          "manage", "manage", "inspect", "inspect", "provide", "abort", "active", "clean", "adopt");
  private static final List<String> POWER =
      List.of("power on", "power off", "rebooting", "soft rebooting", "soft power off", "up");
  private static final List<String> DEVICES = List.of("pxe", "disk", "cdrom", "bios", "none");
  private static final List<String> MODES = List.of("uefi", "uefi", "bios", "UEFI");
  private static final List<String> URLS =
      List.of("http://192.0.2.1:9999", "https://[2001:db8::1]:9999", "");
  private static final List<String> SAMPLES =
      List.of(
          "01-1u-2nic-lldp",
          "05-vm-minimal",
          "07-old-ramdisk",
          "h1-error-field",
          "h3-wrong-types",
          "h4-no-interfaces",
          "h6-hostile-lldp",
          "h8-null-mac");

  /** Items of the lists of a rule, the last of each refused. */
  private static final Map<String, List<String>> STEPS =
      Map.of(
          "conditions",
          List.of(
              "{\"op\":\"!eq\",\"args\":{\"values\":[\"{node.name}\",1]}}",
              "{\"op\":\"matches\",\"args\":[\"{item[name]}\",\"a+\"],\"loop\":\"{inventory[disks]}\"}",
              "{\"op\":\"matches\",\"args\":[\"x\",\"(\"]}"),
          "actions",
          List.of(
              "{\"op\":\"log\",\"args\":{\"msg\":\"{item}\"},\"loop\":[1,2]}",
              "{\"op\":\"set-attribute\",\"args\":[\"extra.a\",\"b\"]}",
              "{\"op\":\"fail\",\"args\":{}}"));

  // spotless:off
  private static final Map<String, Function<RandomGenerator, JsonNode>> GRAMMARS = Map.ofEntries(
      Map.entry("POST /v1/nodes",                             random -> created(NodeFields.TABLE, random, "driver")),
      Map.entry("POST /v1/ports",                             random -> created(PortFields.TABLE, random, "node_uuid", "address")),
      Map.entry("POST /v1/portgroups",                        random -> created(PortGroupFields.TABLE, random, "node_uuid")),
      Map.entry("POST /v1/chassis",                           random -> created(ChassisFields.TABLE, random)),
      Map.entry("PATCH /v1/chassis/{chassis}",                random -> patch(ChassisFields.TABLE, random)),
      Map.entry("POST /v1/inspection_rules",                  random -> created(RuleFields.TABLE, random, "actions")),
      Map.entry("POST /v1/inspection_rules/dry_run",          Documents::dryRun),
      Map.entry("POST /v1/webhooks",                          random -> created(WebhookFields.TABLE, random, "url")),
      Map.entry("PATCH /v1/webhooks/{webhook}",               random -> patch(WebhookFields.TABLE, random)),
      Map.entry("PATCH /v1/nodes/{node}",                     random -> patch(NodeFields.TABLE, random)),
      Map.entry("PATCH /v1/ports/{port}",                     random -> patch(PortFields.TABLE, random)),
      Map.entry("PATCH /v1/portgroups/{group}",               random -> patch(PortGroupFields.TABLE, random)),
      Map.entry("PATCH /v1/inspection_rules/{rule}",          random -> patch(RuleFields.TABLE, random)),
      Map.entry("PUT /v1/nodes/{node}/states/provision",      random -> JSON.objectNode().put("target", pick(VERBS, random))),
      Map.entry("PUT /v1/nodes/{node}/states/power",          Documents::power),
      Map.entry("PUT /v1/nodes/{node}/states/boot_mode",      random -> JSON.objectNode().put("target", pick(MODES, random))),
      Map.entry("PUT /v1/nodes/{node}/states/secure_boot",    random -> JSON.objectNode().put("target", random.nextBoolean())),
      Map.entry("POST /v1/nodes/{node}/vmedia",               random -> JSON.objectNode().put("device_type", Vocabulary.value("device_types", random)).put("image_url", pick(URLS, random))),
      Map.entry("PUT /v1/nodes/{node}/inspections/{inspection}", Documents::imported),
      Map.entry("PUT /v1/nodes/{node}/maintenance",           random -> JSON.objectNode().put("reason", Vocabulary.value("reason", random))),
      Map.entry("PUT /v1/nodes/{node}/traits",                Documents::traits),
      Map.entry("PUT /v1/nodes/{node}/management/boot_device", Documents::bootDevice),
      Map.entry("POST /v1/heartbeat/{ident}",                 Documents::heartbeat),
      Map.entry("POST /v1/heartbeat",                         random -> heartbeat(random).put("node_ident", Vocabulary.value("ident", random))),
      Map.entry("POST /v1/continue_inspection",               Documents::callback));
  // spotless:on

  private Documents() {}

  /** Empty when {@code endpoint} takes no body. */
  static Optional<JsonNode> of(Endpoint endpoint, RandomGenerator random) {
    return Optional.ofNullable(GRAMMARS.get(endpoint.toString()))
        .map(grammar -> grammar.apply(random));
  }

  private static ObjectNode created(
      FieldTable<?> table, RandomGenerator random, String... required) {
    var body = JSON.objectNode();
    for (var name : required) {
      body.set(name, value(name, random));
    }
    if (body.has("driver") && random.nextInt(10) > 0) {
      body.put("driver", "fake-hardware");
    }
    var creatable =
        table.fields().stream().filter(field -> field.use().creatable()).map(Field::name).toList();
    for (var i = random.nextInt(4); i > 0; i--) {
      var name = pick(creatable, random);
      body.set(name, value(name, random));
    }
    return body;
  }

  private static JsonNode dryRun(RandomGenerator random) {
    var body = JSON.objectNode();
    if (random.nextInt(3) > 0) {
      body.putArray("rules").add(created(RuleFields.TABLE, random, "actions"));
    }
    if (random.nextBoolean()) {
      body.putArray("uuids").add(Vocabulary.value("rule", random));
    }
    if (random.nextInt(4) > 0) {
      body.putArray("nodes").add(Vocabulary.value("node", random));
    }
    return body;
  }

  private static JsonNode patch(FieldTable<?> table, RandomGenerator random) {
    var patchable =
        table.fields().stream().filter(field -> field.use().patchable()).map(Field::name).toList();
    var objects = patchable.stream().filter(OBJECTS::contains).toList();
    var steps = JSON.arrayNode();
    for (var i = random.nextInt(3) == 0 ? 3 : 1; i > 0; i--) {
      var field = pick(!objects.isEmpty() && random.nextInt(3) == 0 ? objects : patchable, random);
      var nested = OBJECTS.contains(field) && random.nextInt(4) > 0;
      var operation = pick(List.of("add", "add", "replace", "remove"), random);
      var step = steps.addObject().put("op", operation);
      step.put("path", "/" + field + (nested ? "/" + pick(List.of("k", "a", "a/b"), random) : ""));
      if (!operation.equals("remove")) {
        step.set("value", nested ? anything(random) : value(field, random));
      }
    }
    return steps;
  }

  private static JsonNode power(RandomGenerator random) {
    var body = JSON.objectNode().put("target", pick(POWER, random));
    return random.nextInt(3) == 0 ? body.put("timeout", random.nextInt(-1, 100)) : body;
  }

  private static JsonNode traits(RandomGenerator random) {
    var body = JSON.objectNode();
    var list = body.putArray("traits");
    for (var i = random.nextInt(3); i > 0; i--) {
      list.add(pick(Vocabulary.TRAITS, random));
    }
    return body;
  }

  private static JsonNode bootDevice(RandomGenerator random) {
    var body = JSON.objectNode().put("boot_device", pick(DEVICES, random));
    return random.nextBoolean() ? body.put("persistent", random.nextBoolean()) : body;
  }

  /** Later than what is stored of the nodes. */
  private static JsonNode imported(RandomGenerator random) {
    var body =
        JSON.objectNode()
            .put("started_at", "2091-08-01T10:20:30+00:00")
            .put("finished_at", "2091-08-01T10:2%d:30.5Z".formatted(random.nextInt(10)));
    body.set("data", sample(pick(SAMPLES, random)).deepCopy());
    if (random.nextBoolean()) {
      body.set("unprocessed", sample(pick(SAMPLES, random)));
    }
    return random.nextInt(3) == 0 ? body.put("error", Vocabulary.value("reason", random)) : body;
  }

  private static ObjectNode heartbeat(RandomGenerator random) {
    var body =
        JSON.objectNode()
            .put("callback_url", pick(URLS, random))
            .put("agent_version", "11.0.0")
            .put("agent_token", Vocabulary.TOKEN);
    return random.nextInt(3) == 0
        ? body.put("agent_status", pick(List.of("start", "end", "error"), random))
            .put("agent_status_message", "m")
            .put("agent_verify_ca", "-----BEGIN CERTIFICATE-----")
        : body;
  }

  /** A machine of the samples, mostly with the addresses of one that is known. */
  private static JsonNode callback(RandomGenerator random) {
    var body = sample(pick(SAMPLES, random));
    if (random.nextInt(5) > 0) {
      var number = random.nextInt(Stock.NODES);
      IntStream.range(0, body.at("/inventory/interfaces").size())
          .filter(i -> body.at("/inventory/interfaces/" + i).isObject())
          .forEach(
              i ->
                  ((ObjectNode) body.at("/inventory/interfaces/" + i))
                      .put("mac_address", Vocabulary.MACS.get(number)));
      if (body.path("inventory") instanceof ObjectNode inventory) {
        inventory.put("bmc_address", pick(Vocabulary.BMCS, random));
      }
    }
    return body;
  }

  private static JsonNode sample(String name) {
    try (var in = Documents.class.getResourceAsStream("/samples/" + name + ".json")) {
      return StoredJson.read(new String(in.readAllBytes(), StandardCharsets.UTF_8), JsonNode.class);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read sample " + name, e);
    }
  }

  private static JsonNode value(String name, RandomGenerator random) {
    if (OBJECTS.contains(name)) {
      return JSON.objectNode().set("k", anything(random));
    }
    var steps = STEPS.get(name);
    if (steps != null) {
      return JSON.arrayNode().add(StoredJson.read(pick(steps, random), JsonNode.class));
    }
    return Vocabulary.flag(name) && random.nextBoolean()
        ? JSON.booleanNode(random.nextBoolean())
        : JSON.textNode(Vocabulary.value(name, random));
  }

  private static JsonNode anything(RandomGenerator random) {
    return switch (random.nextInt(6)) {
      case 0 -> JSON.numberNode(random.nextLong());
      case 1 -> JSON.numberNode(random.nextDouble());
      case 2 -> JSON.booleanNode(true);
      case 3 -> JSON.objectNode().put("a", "b").putNull("a/b");
      case 4 -> JSON.arrayNode().add(1).add("x");
      default -> JSON.textNode("v");
    };
  }
}
