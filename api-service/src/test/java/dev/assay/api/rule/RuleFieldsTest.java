package dev.assay.api.rule;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.testing.FieldPatchContract;
import dev.assay.api.testing.SpecTable;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;

/** Every row of the tables of rules.md 1 and api.md 14. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@SpecTable("/spec/rule-fields.csv")
class RuleFieldsTest extends FieldPatchContract {
  @Override
  protected String collection() {
    return RuleFields.COLLECTION;
  }

  @Override
  protected String detailed() {
    return "/v1/inspection_rules?detail=true&limit=1";
  }

  @Override
  protected int first() {
    return RuleFields.SINCE;
  }

  @Override
  protected ObjectNode smallest(String field) {
    return (ObjectNode) json("{\"actions\":[{\"op\":\"log\",\"args\":{\"msg\":\"x\"}}]}");
  }

  @Override
  protected String only(String sorted, List<ObjectNode> bodies) {
    site.api().delete("/v1/inspection_rules").then().statusCode(204);
    bodies.forEach(this::created);
    return "";
  }
}
