package dev.assay.inspection;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.document.Digest;
import dev.assay.document.Document;
import dev.assay.inspection.Inventories.OfNode;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionState;
import dev.assay.storedjson.CompressedJson;
import dev.assay.testing.EmbeddedDatabase;
import dev.assay.testing.Fixtures;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.hibernate.Session;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Pages of stored inventories, in the order in which their nodes were created. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class InventoriesDatabaseTest {
  private static final long MANY = Long.MAX_VALUE;

  @Inject Session database;
  @Inject Nodes nodes;
  @Inject Inspections inspections;
  @Inject Inventories inventories;

  private final List<Long> stored = new ArrayList<>();

  @BeforeEach
  void store() {
    in(() -> database.createNativeMutationQuery("delete from inspection_result").executeUpdate());
    for (var size : new int[] {100, 100, 5000, 100}) {
      stored.add(node());
      keep(stored.getLast(), size);
    }
  }

  @Test
  void are_read_to_the_end_row_by_row() {
    assertThat(numbers(page(0, 3, MANY))).isEqualTo(stored.subList(0, 3));
    assertThat(numbers(page(stored.get(2), 3, MANY))).isEqualTo(stored.subList(3, 4));
    assertThat(page(stored.get(3), 3, MANY)).isEmpty();
  }

  @Test
  void have_no_more_bytes_than_wanted_and_one_inventory_at_least() {
    assertThat(numbers(page(0, 9, 400))).isEqualTo(stored.subList(0, 2));
    assertThat(numbers(page(stored.get(1), 9, 400))).isEqualTo(stored.subList(2, 3));
    assertThat(numbers(page(stored.get(2), 9, 400))).isEqualTo(stored.subList(3, 4));
  }

  @Test
  void have_what_is_stored() {
    var row = page(stored.get(2), 1, MANY).getFirst().stored().orElseThrow().read();

    assertThat(row.inventory().bytes()).hasSize(100);
    assertThat(row.pluginData().bytes()).hasSize(100);
  }

  @Test
  void of_chosen_nodes_have_those_without_an_inventory_too() {
    var without = node();
    var wanted = List.of(without, stored.get(2), stored.get(1));

    var page = in(() -> inventories.page(wanted, 0, 9, MANY));

    assertThat(numbers(page)).containsExactly(stored.get(1), stored.get(2), without);
    assertThat(page.getLast().stored()).isEmpty();
    assertThat(numbers(in(() -> inventories.page(wanted, stored.get(1), 1, MANY))))
        .containsExactly(stored.get(2));
  }

  private List<OfNode> page(long after, int rows, long bytes) {
    return in(() -> inventories.page(after, rows, bytes));
  }

  private static List<Long> numbers(List<OfNode> page) {
    return page.stream().map(OfNode::nodeId).toList();
  }

  private long node() {
    return in(
        () -> {
          var node = Fixtures.node(ProvisionState.MANAGEABLE, Instant.EPOCH);
          nodes.add(node);
          return node.id();
        });
  }

  private void keep(long node, int size) {
    var bytes = new CompressedJson("x".repeat(size).getBytes(UTF_8));
    var document = new Document(Digest.of(bytes.bytes(), 0, size), Optional.of(bytes), 0);
    in(
        () -> {
          var run =
              new Inspection(
                  nodes.findByNumber(node).orElseThrow(),
                  Inspection.Cause.REQUESTED,
                  "agent",
                  null,
                  Instant.EPOCH,
                  Duration.ZERO);
          inspections.begin(run);
          var result = new Inventories.Result(document, document);
          inventories.keep(run, result, Optional.empty(), Instant.EPOCH);
          return run;
        });
  }

  private static <T> T in(Callable<T> work) {
    return QuarkusTransaction.requiringNew().call(work);
  }
}
