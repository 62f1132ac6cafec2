package dev.assay.conductor.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.conductor.testing.SentMessages;
import dev.assay.id.NodeId;
import dev.assay.message.Command;
import dev.assay.message.Envelope;
import dev.assay.message.Outbox;
import dev.assay.message.Route;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionState;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import dev.assay.testing.Fixtures;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Clock;
import org.hibernate.Session;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Commands for nodes that this conductor does not serve: it is in no group, and has the drivers
 * redfish and fake-hardware.
 */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ForeignNodeTest {
  @Inject CommandHandler handler;
  @Inject SentMessages sent;
  @Inject Nodes nodes;
  @Inject Session database;
  @Inject Clock clock;

  @BeforeEach
  void clear() {
    sent.clear();
  }

  @ParameterizedTest(name = "group {0}, driver {1}")
  @CsvSource({"rack7, fake-hardware", "'', ilo", "rack7, ilo"})
  void a_command_for_a_node_of_others_is_sent_on_to_them_and_the_node_is_left_alone(
      String group, String driver) {
    var node = verifying(group, driver);
    var command = new Command.VerifyNode(node);

    handler.receive(new Envelope(command, "req-test").write());

    await().until(() -> sent.commands().contains(command));
    var row = sent.rows().getFirst();
    assertThat(row.route()).isEqualTo(new Route(group, driver));
    assertThat(row.destination()).isEqualTo(Outbox.Destination.CONDUCTORS);
    assertThat(Envelope.read(row.body()).requestId()).isEqualTo("req-test");
    var after = QuarkusTransaction.requiringNew().call(() -> nodes.find(node).orElseThrow());
    assertThat(after.provisionState()).isEqualTo(ProvisionState.VERIFYING);
    assertThat(after.lastError()).isNull();
    assertThat(after.reservation()).isNull();
  }

  private NodeId verifying(String group, String driver) {
    var id = NodeId.random();
    QuarkusTransaction.requiringNew()
        .run(
            () -> {
              nodes.add(
                  new Node(
                      id,
                      Fixtures.attributes(null, StoredJson.object()),
                      ProvisionState.VERIFYING,
                      false,
                      clock.instant()));
              database
                  .createNativeMutationQuery(
                      "update node set conductor_group = ?2, driver = ?3 where uuid = ?1")
                  .setParameter(1, id.uuid())
                  .setParameter(2, group)
                  .setParameter(3, driver)
                  .executeUpdate();
            });
    return id;
  }
}
