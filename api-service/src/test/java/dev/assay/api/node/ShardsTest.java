package dev.assay.api.node;

import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.testing.Site;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The list of shards: spec api.md 11a. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ShardsTest {
  @Inject Site site;

  @Test
  void counts_the_nodes_of_each_shard_and_those_of_none() {
    site.open();
    site.run("delete from node");
    shard("b");
    shard("a");
    shard("b");
    site.node();

    assertThat(ok(site.at(82).get("/v1/shards"), 200).toString())
        .isEqualTo(
            "{\"shards\":[{\"name\":\"a\",\"count\":1},{\"name\":\"b\",\"count\":2},"
                + "{\"name\":null,\"count\":1}]}");
    assertThat(site.at(81).get("/v1/shards").statusCode()).isEqualTo(404);
  }

  private void shard(String name) {
    site.node("{\"driver\":\"fake-hardware\",\"shard\":\"%s\"}".formatted(name));
  }
}
