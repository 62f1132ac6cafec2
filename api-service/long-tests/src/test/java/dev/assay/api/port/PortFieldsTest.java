package dev.assay.api.port;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.testing.NodeFieldPatchContract;
import dev.assay.api.testing.Site;
import dev.assay.api.testing.SpecField;
import dev.assay.api.testing.SpecTable;
import dev.assay.attribute.Attribute;
import dev.assay.port.PortAttributeTable;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Every row of the table of api.md 11. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@SpecTable("/spec/port-fields.csv")
class PortFieldsTest extends NodeFieldPatchContract {
  @Test
  void has_a_row_for_every_attribute() {
    var missing =
        new ArrayList<>(PortAttributeTable.TABLE.rows().stream().map(Attribute::name).toList());
    SpecField.table("/spec/port-fields.csv").forEach(row -> missing.remove(row.name()));

    assertThat(missing)
        .as("add a row for each of these to api-service/src/test/resources/spec/port-fields.csv")
        .isEmpty();
  }

  @Override
  protected String collection() {
    return "ports";
  }

  @Override
  protected ObjectNode smallest(String field) {
    var body = StoredJson.object().put("address", Site.mac());
    return field.equals("node_ident") ? body : body.put("node_uuid", site.node());
  }

  @Override
  protected String only(String sorted, List<ObjectNode> bodies) {
    var node = site.node();
    bodies.forEach(body -> created(body.put("node_uuid", node)));
    return "&node=" + node;
  }

  @Override
  protected Set<String> closed() {
    return Set.of("inspecting");
  }

  @Override
  protected void move(String port, String state) {
    site.move(node(port), state);
  }

  @Override
  protected void maintain(String port) {
    site.set(node(port), "maintenance", true);
  }

  private String node(String port) {
    return shown(port).path("node_uuid").asText();
  }
}
