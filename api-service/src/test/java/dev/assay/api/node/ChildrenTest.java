package dev.assay.api.node;

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

/** The list of child nodes: spec api.md 10.9. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ChildrenTest {
  @Inject Site site;

  @BeforeEach
  void open() {
    site.open();
  }

  @Test
  void are_the_nodes_that_name_it_as_their_parent() {
    var parent = site.node();
    var first = child(parent);
    var second = child(parent);
    child(first);

    var answer = ok(site.api().get("/v1/nodes/" + parent + "/children"), 200);

    assertThat(answer.path("children").toString())
        .isEqualTo("[\"%s\",\"%s\"]".formatted(first, second));
    assertThat(answer.path("links").path("href").textValue())
        .endsWith("/v1/nodes/" + parent + "/children");
    assertThat(answer.path("links").path("rel").textValue()).isEqualTo("children");
  }

  @Test
  void of_a_node_without_any_are_an_empty_list() {
    var answer = ok(site.api().get("/v1/nodes/" + site.node() + "/children"), 200);

    assertThat(answer.path("children").toString()).isEqualTo("[]");
  }

  @Test
  void are_404_for_an_unknown_node_and_before_version_83() {
    fault(site.api().get("/v1/nodes/nobody/children"), 404);
    assertThat(site.at(82).get("/v1/nodes/" + site.node() + "/children").statusCode())
        .isEqualTo(404);
  }

  private String child(String parent) {
    return site.node("{\"driver\":\"fake-hardware\",\"parent_node\":\"%s\"}".formatted(parent));
  }
}
