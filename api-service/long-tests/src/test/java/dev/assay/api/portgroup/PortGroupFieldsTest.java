package dev.assay.api.portgroup;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.testing.NodeFieldPatchContract;
import dev.assay.api.testing.SpecTable;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Set;

/** Every row of the table of api.md 12. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@SpecTable("/spec/portgroup-fields.csv")
class PortGroupFieldsTest extends NodeFieldPatchContract {
  @Override
  protected String collection() {
    return "portgroups";
  }

  @Override
  protected int first() {
    return PortGroupFields.SINCE;
  }

  @Override
  protected ObjectNode smallest(String field) {
    return StoredJson.object().put("node_uuid", site.node());
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
  protected void move(String group, String state) {
    site.move(node(group), state);
  }

  @Override
  protected void maintain(String group) {
    site.set(node(group), "maintenance", true);
  }

  private String node(String group) {
    return shown(group).path("node_uuid").asText();
  }
}
