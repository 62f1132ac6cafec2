package dev.assay.api.node.vif;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.testing.Site;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The list of virtual interfaces: spec api.md 10.11. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class VifsTest {
  @Inject Site site;

  @BeforeEach
  void open() {
    site.open();
  }

  @Test
  void a_node_has_none() {
    assertThat(ok(site.api().get("/v1/nodes/" + site.node() + "/vifs"), 200).toString())
        .isEqualTo("{\"vifs\":[]}");
  }

  @Test
  void of_an_unknown_node_are_404() {
    assertThat(fault(site.api().get("/v1/nodes/nobody/vifs"), 404))
        .isEqualTo("Node nobody could not be found.");
  }

  @Test
  void cannot_be_attached() {
    var attach = site.api().body("{\"id\":\"x\"}").post("/v1/nodes/" + site.node() + "/vifs");

    assertThat(attach.statusCode()).isEqualTo(404);
  }
}
