package dev.assay.api.inventory;

import static dev.assay.api.testing.Answers.fault;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.testing.Site;
import dev.assay.inventory.CompressedJson;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.UUID;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** api.md 10.6. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class InventoryResourceTest {
  @Inject Site site;

  @Test
  void what_was_sent_comes_back_byte_by_byte() {
    site.open();
    var node = site.node();
    var path = "/v1/nodes/" + node + "/inventory";
    assertThat(fault(site.api().get(path), 404)).contains(node);
    site.run(
        "insert into node_inventory (node_id, inspection_id, inventory, plugin_data, created_at)"
            + " select id, 1, ?2, ?3, now() from node where uuid = ?1",
        UUID.fromString(node),
        CompressedJson.of("{\"n\": 1.50,  \"ü\":[]}".getBytes(UTF_8)).bytes(),
        CompressedJson.of("{\"error\":null}".getBytes(UTF_8)).bytes());

    var answer = site.api().get(path);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.contentType()).startsWith("application/json");
    assertThat(new String(answer.asByteArray(), UTF_8))
        .isEqualTo("{\"inventory\":{\"n\": 1.50,  \"ü\":[]},\"plugin_data\":{\"error\":null}}");
    assertThat(site.at(80).get(path).statusCode()).isEqualTo(404);
    fault(site.api().get("/v1/nodes/" + UUID.randomUUID() + "/inventory"), 404);
  }
}
