package dev.assay.api.inventory;

import static dev.assay.api.testing.Answers.fault;
import static dev.assay.api.testing.Answers.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.testing.InventoryRows;
import dev.assay.api.testing.Site;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The results of earlier inspections, and how they differ. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class InventoryHistoryTest {
  private static final String DIMMS =
      "{\"dmi\":{\"memory\":{\"devices\":[{\"Locator\":\"A1\",\"Size\":\"32 GB\"}%s]}}}";
  private static final String SECOND = ",{\"Locator\":\"A2\",\"Size\":\"32 GB\"}";

  @Inject Site site;

  private String node = "";

  @BeforeEach
  void enrol() {
    site.open();
    node = site.node();
  }

  @Test
  void what_each_inspection_found_can_be_read() {
    var first = InventoryRows.write(site, node, "{\"n\":1.50}", "{\"a\":1}");
    var second = InventoryRows.write(site, node, "{\"n\": 2}", "{}");

    assertThat(site.api().get(path("/inspections/" + first + "/inventory")).asString())
        .isEqualTo("{\"inventory\":{\"n\":1.50},\"plugin_data\":{\"a\":1}}");
    assertThat(site.api().get(path("/inspections/latest/inventory")).asString())
        .isEqualTo(site.api().get(path("/inventory")).asString())
        .isEqualTo(site.api().get(path("/inspections/" + second + "/inventory")).asString())
        .isEqualTo("{\"inventory\":{\"n\": 2},\"plugin_data\":{}}");
  }

  @Test
  void the_list_of_inspections_tells_which_inventories_differ() {
    InventoryRows.write(site, node, "{\"n\":1}", "{}");
    InventoryRows.write(site, node, "{\"n\":1}", "{\"a\":1}");
    InventoryRows.write(site, node, "{\"n\":2}", "{}");

    var list = ok(site.api().get(path("/inspections")), 200).path("inspections");

    assertThat(list.findValuesAsText("inventory_changed")).containsExactly("true", "false", "true");
    var digests = list.findValuesAsText("inventory_digest");
    assertThat(digests.get(1)).hasSize(64).isEqualTo(digests.get(2));
    assertThat(digests.getFirst()).isNotEqualTo(digests.get(1));
  }

  @Test
  void the_last_two_that_differ_are_compared() {
    var first = InventoryRows.write(site, node, "{}", DIMMS.formatted(SECOND));
    InventoryRows.write(site, node, "{}", DIMMS.formatted(""));
    var latest = InventoryRows.write(site, node, "{}", DIMMS.formatted(""));

    var diff = ok(site.api().get(path("/inventory/diff")), 200);

    assertThat(diff.path("from").asText()).isEqualTo(first.toString());
    assertThat(diff.path("to").asText()).isEqualTo(latest.toString());
    assertThat(diff.path("omitted").asInt()).isZero();
    var change = diff.path("changes").path(0);
    assertThat(diff.path("changes")).hasSize(1);
    assertThat(change.path("part").asText()).isEqualTo("memory");
    assertThat(change.path("id").asText()).isEqualTo("DIMM A2");
    assertThat(change.path("kind").asText()).isEqualTo("removed");
    assertThat(change.path("field").isNull()).isTrue();
    assertThat(change.at("/before/Size").asText()).isEqualTo("32 GB");
    assertThat(change.path("after").isNull()).isTrue();
    assertThat(change.path("sentence").asText()).isEqualTo("DIMM A2 is gone (32 GB).");
  }

  @Test
  void any_two_are_compared_in_the_order_that_is_asked_for() {
    var first = InventoryRows.write(site, node, "{}", DIMMS.formatted(SECOND));
    var second = InventoryRows.write(site, node, "{}", DIMMS.formatted(""));

    var back = "/inventory/diff?from=%s&to=%s".formatted(second, first);

    assertThat(ok(site.api().get(path(back)), 200).path("changes").findValuesAsText("kind"))
        .containsExactly("added");
    assertThat(ok(site.api().get(path("/inventory/diff?from=" + second)), 200).path("changes"))
        .isEmpty();
  }

  @Test
  void large_ones_are_compared_too() {
    var filler = "\"x\":\"%s\"".formatted("y".repeat(200_000));
    InventoryRows.write(site, node, "{\"a\":1,%s}".formatted(filler), "{}");
    InventoryRows.write(site, node, "{\"a\":2,%s}".formatted(filler), "{}");

    assertThat(
            ok(site.api().get(path("/inventory/diff")), 200)
                .path("changes")
                .findValuesAsText("sentence"))
        .containsExactly("inventory/a was 1, is 2.");
  }

  @Test
  void the_only_one_differs_from_nothing() {
    var only = InventoryRows.write(site, node, "{}", "{}");

    var diff = ok(site.api().get(path("/inventory/diff")), 200);

    assertThat(diff.path("from").isNull()).isTrue();
    assertThat(diff.path("to").asText()).isEqualTo(only.toString());
    assertThat(diff.path("changes")).isEmpty();
  }

  @Test
  void what_is_not_there_is_404_with_the_reason() {
    assertThat(fault(site.api().get(path("/inventory/diff")), 404))
        .contains("no inspection of it has succeeded");
    var gone = InventoryRows.write(site, node, "{}", "{}");
    site.run("delete from inspection_result");
    assertThat(fault(site.api().get(path("/inspections/" + gone + "/inventory")), 404))
        .contains(gone.toString(), "it was deleted (assay.retention.results)");
    var other = site.node();
    var unknown = UUID.randomUUID();
    assertThat(fault(site.api().get(path("/inventory/diff?to=" + unknown)), 404))
        .contains(unknown.toString());
    assertThat(
            fault(
                site.api().get("/v1/nodes/%s/inspections/%s/inventory".formatted(other, gone)),
                404))
        .contains("could not be found");
    fault(site.api().get(path("/inventory/diff?to=no-uuid")), 400);
    fault(site.api().get(path("/inventory/diff?form=x")), 400);
  }

  private String path(String rest) {
    return "/v1/nodes/" + node + rest;
  }
}
