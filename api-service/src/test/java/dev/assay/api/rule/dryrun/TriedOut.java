package dev.assay.api.rule.dryrun;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.api.rule.RuleRequests;
import dev.assay.api.testing.InventoryRows;
import dev.assay.api.testing.Site;
import dev.assay.storedjson.StoredJson;
import io.restassured.response.Response;
import jakarta.inject.Singleton;
import java.util.List;

/** Creates inspected nodes, and sends dry run requests. */
@Singleton
class TriedOut {
  static final String PATH = RuleRequests.RULES + "/dry_run";

  /** A rule for any node; it sets extra.role. */
  static final String ROLE =
      "{\"actions\":[{\"op\":\"set-attribute\",\"args\":{\"path\":\"extra/role\",\"value\":\"compute\"}}]}";

  private final Site site;

  TriedOut(Site site) {
    this.site = site;
  }

  /** Deletes all inventories. */
  void clear() {
    site.run("delete from inspection_result");
  }

  /**
   * Creates a node that the ramdisk inspects, with {@code members} in addition; returns its UUID.
   */
  String node(String members) {
    return site.node(
        "{\"driver\":\"fake-hardware\",\"inspect_interface\":\"agent\"%s}"
            .formatted(members.isEmpty() ? "" : "," + members));
  }

  /** Creates a node that was inspected with this result; returns its UUID. */
  String inspected(String members, String inventory, String pluginData) {
    var node = node(members);
    keep(node, inventory, pluginData);
    return node;
  }

  /** As above, with an empty result. */
  String inspected() {
    return inspected("", "{}", "{}");
  }

  void keep(String node, String inventory, String pluginData) {
    InventoryRows.write(site, node, inventory, pluginData);
  }

  Response post(String body) {
    return site.api().body(body).post(PATH);
  }

  /** The lines of the response, including the last one. */
  List<JsonNode> lines(String body) {
    var answer = post(body);
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
    return answer.asString().lines().map(line -> StoredJson.read(line, JsonNode.class)).toList();
  }

  /** The only line before the last one, for {@code rules} on {@code node}. */
  JsonNode line(String node, String... rules) {
    var lines =
        lines("{\"rules\":[%s],\"nodes\":[\"%s\"]}".formatted(String.join(",", rules), node));
    assertThat(lines).hasSize(2);
    return lines.getFirst();
  }

  /** A rule of phase main with these conditions and actions; {@code '} stands for quotes. */
  static String rule(String conditions, String actions) {
    return "{'conditions':[%s],'actions':[%s]}".formatted(conditions, actions).replace('\'', '"');
  }

  static JsonNode json(String text) {
    return StoredJson.read(text.replace('\'', '"'), JsonNode.class);
  }
}
