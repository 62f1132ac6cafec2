package dev.assay.api.fuzz;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.testing.Answers;
import dev.assay.api.testing.DeadLetterRows;
import dev.assay.api.testing.InventoryRows;
import dev.assay.api.testing.PxeFilterRows;
import dev.assay.api.testing.Site;
import dev.assay.id.NodeId;
import dev.assay.inspection.Inspection;
import dev.assay.inspection.Inspections;
import dev.assay.message.Command;
import dev.assay.message.Envelope;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionEvent;
import dev.assay.storedjson.CompressedJson;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** What is stored when random requests come: nodes in many states, with what belongs to them. */
@ApplicationScoped
public class Stock {
  /** How many nodes, the first of {@link Vocabulary#NODES}; the others are free to be made. */
  static final int NODES = 16;

  private static final int LETTERS = 12;
  private static final int WEBHOOKS = 8;
  private static final int ORDERS = 8;

  private static final Duration LIMIT = Duration.ofHours(1);
  private static final String BMC = "https://192.0.2.99";

  /** What the nodes are in; then some more wait for their ramdisk. */
  private static final List<String> STATES =
      List.of(
          "enroll",
          "manageable",
          "available",
          "inspecting",
          "inspect failed",
          "cleaning",
          "active",
          "manageable",
          "enroll");

  private final Site site;
  private final Nodes nodes;
  private final Inspections inspections;

  Stock(Site site, Nodes nodes, Inspections inspections) {
    this.site = site;
    this.nodes = nodes;
    this.inspections = inspections;
  }

  /** Nothing is stored any more. */
  void clear() {
    for (var table :
        List.of(
            "outbox",
            "lease",
            "port",
            "port_group",
            "node",
            "chassis",
            "inspection_rule",
            "classic_rule",
            "dead_letter",
            "lookup_attempt",
            "unmatched_payload",
            "webhook",
            "reapply",
            "pxe_filter")) {
      site.run("delete from " + table);
    }
  }

  /** Everything is stored as it was at the beginning, and nothing else. */
  void restore() {
    clear();
    site.open();
    PxeFilterRows.write(site, "c1.example", "default", "active");
    for (var uuid : Vocabulary.CHASSIS.subList(0, 4)) {
      stored("chassis", object().put("uuid", uuid));
    }
    for (var i = 0; i < NODES; i++) {
      node(i);
    }
    for (var i = 0; i < NODES; i++) {
      rule(i);
    }
    for (var i = 0; i < LETTERS; i++) {
      letter(i);
      payload(i);
    }
    Vocabulary.WEBHOOKS.subList(0, WEBHOOKS).forEach(this::webhook);
    Vocabulary.ORDERS.subList(0, ORDERS).forEach(this::order);
    site.lease(Vocabulary.NODES.get(7), "c1.example");
    site.set(Vocabulary.NODES.get(8), "maintenance", true);
    site.run(
        "update node set agent_token_hash = encode(sha256(cast(?1 as bytea)), 'hex')",
        Vocabulary.TOKEN.getBytes(StandardCharsets.UTF_8));
  }

  private void node(int i) {
    var uuid = Vocabulary.NODES.get(i);
    var node = object().put("uuid", uuid).put("name", Vocabulary.NODE_NAMES.get(i));
    node.put("driver", "fake-hardware").put("inspect_interface", "agent");
    if (i % 3 == 1) { // those in manageable and inspect failed: their inspections can start
      node.put("driver", "redfish").putObject("driver_info").put("redfish_address", BMC);
    }
    node.putObject("extra").putObject("k").put("a", "b");
    if (i % 4 == 1) {
      node.put("chassis_uuid", Vocabulary.CHASSIS.getFirst());
    }
    if (i == 2) {
      node.put("parent_node", Vocabulary.NODES.getFirst());
    }
    stored("nodes", node);
    stored("nodes/" + uuid + "/traits/" + Vocabulary.TRAITS.getFirst());
    var port = object().put("uuid", Vocabulary.PORTS.get(i)).put("node_uuid", uuid);
    port.put("name", Vocabulary.PORT_NAMES.get(i)).put("address", Vocabulary.MACS.get(i));
    stored("ports", port);
    if (i < NODES / 2) {
      var group = object().put("uuid", Vocabulary.GROUPS.get(i)).put("node_uuid", uuid);
      stored("portgroups", group.put("name", Vocabulary.GROUP_NAMES.get(i)));
    }
    inventory(uuid);
    history(i, uuid);
    if (i < STATES.size()) {
      site.move(uuid, STATES.get(i));
    } else {
      await(uuid, Vocabulary.BMCS.get(i % Vocabulary.BMCS.size()));
    }
  }

  private void rule(int i) {
    var rule = object().put("uuid", Vocabulary.RULES.get(i)).put("sensitive", i % 4 == 0);
    var action = rule.putArray("actions").addObject().put("op", "log");
    action.putArray("args").add("found {node.uuid}");
    stored("inspection_rules", rule);
  }

  /** Its target is in plain text, which is readable too. */
  private void webhook(String uuid) {
    site.run(
        """
        insert into webhook (uuid, target, filter, enabled, created_at)
        values (?1, '{"url":"http://h.example/","secret":"sixteen characters"}', '{}', true, now())
        """,
        UUID.fromString(uuid));
  }

  /** Every fourth cannot be read. */
  private void letter(int i) {
    var command = new Command.VerifyNode(NodeId.of(Vocabulary.NODES.get(i)));
    DeadLetterRows.write(
        site,
        UUID.fromString(Vocabulary.LETTERS.get(i)),
        i % 4 == 3 ? "not json " + i : new Envelope(command, null).write());
  }

  /** Of machines that some nodes have a port of. */
  private void payload(int i) {
    var mac = Vocabulary.MACS.get(2 * i);
    var body = "{\"inventory\":{\"interfaces\":[{\"mac_address\":\"%s\"}]}}".formatted(mac);
    site.run(
        """
        insert into unmatched_payload (uuid, digest, body, size, outcome, sentence, reference, macs,
          bmc_addresses, candidates, source, source_network, times, first_seen_at, last_seen_at)
        values (?1, sha256(?2), ?2, ?3, 'NOTHING_MATCHES', 'nothing matches', '7G3KQ0ZP4M',
          array[cast(?4 as text)], '{}', '[]', '192.0.2.1', '192.0.2.1', 1, now(), now())
        """,
        UUID.fromString(Vocabulary.PAYLOADS.get(i)),
        CompressedJson.of(body.getBytes(StandardCharsets.UTF_8)).bytes(),
        body.length(),
        mac);
  }

  private void inventory(String node) {
    var inspection = InventoryRows.write(site, node, "{\"n\":1}", "{\"n\":1}");
    var sent = CompressedJson.of("{\"inventory\":{}}".getBytes(StandardCharsets.UTF_8));
    site.run(
        """
        insert into inspection_payload (inspection_id, body, size, received_at)
        select id, ?2, 16, now() from inspection where uuid = ?1
        """,
        inspection,
        sent.bytes());
  }

  private void order(String uuid) {
    site.run(
        "insert into reapply (uuid, filters, created_at, ended_at) values (?1, '{}', now(), now())",
        UUID.fromString(uuid));
  }

  /** The first nodes have an entry each. */
  private void history(int i, String node) {
    if (i < Vocabulary.ENTRIES.size()) {
      site.run(
          "insert into node_history (uuid, node_id, created_at, severity, event_type, event, state)"
              + " select ?2, id, now(), 'ERROR', 'introspection', 'e', 'enroll' from node"
              + " where uuid = ?1",
          UUID.fromString(node),
          UUID.fromString(Vocabulary.ENTRIES.get(i)));
    }
  }

  private void await(String uuid, String bmc) {
    site.move(uuid, "manageable");
    site.within(
        () -> {
          var now = Instant.now();
          var node = nodes.find(NodeId.of(uuid)).orElseThrow();
          node.move(ProvisionEvent.INSPECT, now);
          node.move(ProvisionEvent.WAIT, now);
          var run = new Inspection(node, Inspection.Cause.REQUESTED, "agent", null, now, LIMIT);
          run.await(now, LIMIT);
          inspections.begin(run);
          inspections.findableBy(node, List.of(bmc));
        });
  }

  private void stored(String collection, ObjectNode body) {
    Answers.ok(site.api().body(body.toString()).post("/v1/" + collection), 201);
  }

  private void stored(String member) {
    site.api().put("/v1/" + member).then().statusCode(204);
  }

  private static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** Stands for all that is stored. */
  String digest() {
    return site.digest();
  }
}
