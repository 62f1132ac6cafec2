package dev.assay.api.chassis;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.testing.FieldPatchContract;
import dev.assay.api.testing.SpecTable;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;

/** Every field of spec api.md 11a. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@SpecTable("/spec/chassis-fields.csv")
class ChassisFieldsTest extends FieldPatchContract {
  @Override
  protected String collection() {
    return "chassis";
  }

  @Override
  protected ObjectNode smallest(String field) {
    return StoredJson.object();
  }

  @Override
  protected String only(String sorted, List<ObjectNode> bodies) {
    site.run("update node set chassis_uuid = null");
    site.run("delete from chassis");
    bodies.forEach(this::created);
    return "";
  }
}
