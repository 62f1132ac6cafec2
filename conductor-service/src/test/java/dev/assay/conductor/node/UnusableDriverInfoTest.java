package dev.assay.conductor.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.conductor.command.CommandHandler;
import dev.assay.conductor.request.RequestHandler;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.PowerState;
import dev.assay.id.NodeId;
import dev.assay.message.Command;
import dev.assay.message.ConductorReply;
import dev.assay.message.ConductorRequest;
import dev.assay.message.Envelope;
import dev.assay.message.Outbox;
import dev.assay.node.HistoryEntry;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionEvent;
import dev.assay.node.ProvisionState;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.CapturedLog;
import dev.assay.testing.EmbeddedDatabase;
import dev.assay.testing.Fixtures;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.hibernate.Session;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Commands for nodes whose driver_info was stored before it was validated: they end with the reason
 * and are not retried for ever. Failures of the database or broker are retried.
 */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class UnusableDriverInfoTest {
  @Inject CommandHandler handler;
  @Inject RequestHandler requests;
  @Inject Nodes nodes;
  @Inject Session database;
  @Inject Clock clock;

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:99999, its port is 99999",
    "ftp://127.0.0.1,        its scheme is neither http nor https"
  })
  void verifying_ends_in_enroll_with_reason_and_history(String address, String reason) {
    var node = node(ProvisionState.ENROLL, StoredJson.object().put("redfish_address", address));
    change(node, found -> found.move(ProvisionEvent.MANAGE, clock.instant()));

    receive(new Command.VerifyNode(node));

    var after = find(node);
    assertThat(after.provisionState()).isEqualTo(ProvisionState.ENROLL);
    assertThat(after.lastError())
        .startsWith("Failed to get power state for node " + node + ". Error: redfish_address in")
        .contains(reason);
    assertThat(after.reservation()).isNull();
    assertThat(historyOf(after)).extracting(HistoryEntry::event).containsExactly(after.lastError());
  }

  @Test
  void what_cannot_be_decrypted_is_the_reason_instead_of_a_missing_address() {
    var node = badPort();
    var other = badPort();
    sql(
        "update node set driver_info = (select driver_info from node where uuid = '%s') where uuid = '%s'"
            .formatted(other, node));
    change(
        node, found -> found.powerShallBe(PowerState.ON, Duration.ofSeconds(1), clock.instant()));
    receive(new Command.ChangePower(node, PowerState.ON, 1));
    var reason =
        "The stored driver_info of node %s cannot be decrypted: put the key".formatted(node);
    assertThat(find(node).targetPowerState()).isNull();
    assertThat(find(node).lastError()).contains(reason);

    sql("update node set provision_state = 'enroll' where uuid = '%s'".formatted(node));
    change(node, found -> found.move(ProvisionEvent.MANAGE, clock.instant()));
    receive(new Command.VerifyNode(node));
    assertThat(find(node).provisionState()).isEqualTo(ProvisionState.ENROLL);
    assertThat(find(node).lastError()).contains(reason);
  }

  @Test
  void a_change_of_power_ends_with_the_reason() {
    var node = badPort();
    change(
        node, found -> found.powerShallBe(PowerState.ON, Duration.ofSeconds(1), clock.instant()));

    receive(new Command.ChangePower(node, PowerState.ON, 1));

    assertThat(find(node).targetPowerState()).isNull();
    assertThat(find(node).lastError()).contains("its port is 99999");
  }

  @Test
  void the_boot_device_is_refused_with_the_reason() {
    var answer =
        ConductorReply.read(
            requests.answer(
                new Envelope(new ConductorRequest.GetBootDevice(badPort()), "req-test").write()));

    assertThat(answer)
        .isInstanceOfSatisfying(
            ConductorReply.Refused.class,
            refused -> {
              assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_PARAMETER);
              assertThat(refused.sentence()).contains("its port is 99999");
            });
  }

  @Test
  void what_the_database_refuses_is_given_back_and_logged_with_node_and_request_id() {
    var node = node(ProvisionState.MANAGEABLE, StoredJson.object());
    change(
        node, found -> found.powerShallBe(PowerState.ON, Duration.ofSeconds(1), clock.instant()));
    var refusing = "refuses_" + node.toString().replace('-', '_');
    sql(
        "alter table node add constraint %s check (uuid <> '%s' or target_power_state is not null)"
            .formatted(refusing, node));
    var pattern = "%X{node}|%X{" + Outbox.REQUEST_ID + "}|%s%e";
    try (var log = CapturedLog.of(CommandHandler.class.getName(), pattern)) {
      assertThatThrownBy(() -> receive(new Command.ChangePower(node, PowerState.ON, 1)))
          .isInstanceOf(RuntimeException.class);

      assertThat(log.lines())
          .singleElement()
          .asString()
          .startsWith(node + "|req-test|")
          .contains("could not be carried out", refusing);
    } finally {
      sql("alter table node drop constraint " + refusing);
    }
    receive(new Command.ChangePower(node, PowerState.ON, 1));
    assertThat(find(node).powerState()).isEqualTo("power on");
  }

  private void receive(Command command) {
    handler.receive(new Envelope(command, "req-test").write());
  }

  private NodeId badPort() {
    return node(
        ProvisionState.MANAGEABLE,
        StoredJson.object().put("redfish_address", "http://127.0.0.1:99999"));
  }

  /** Of driver redfish when it has an address, else of fake-hardware. */
  private NodeId node(ProvisionState state, ObjectNode driverInfo) {
    return QuarkusTransaction.requiringNew()
        .call(
            () -> {
              var node =
                  new Node(
                      NodeId.random(),
                      Fixtures.attributes(null, driverInfo),
                      state,
                      false,
                      clock.instant());
              nodes.add(node);
              if (driverInfo.has("redfish_address")) {
                database.flush();
                database
                    .createNativeMutationQuery("update node set driver = 'redfish' where uuid = ?1")
                    .setParameter(1, node.uuid().uuid())
                    .executeUpdate();
              }
              return node.uuid();
            });
  }

  private void change(NodeId node, Consumer<Node> change) {
    QuarkusTransaction.requiringNew()
        .run(() -> change.accept(nodes.findForUpdate(node).orElseThrow()));
  }

  private void sql(String statement) {
    QuarkusTransaction.requiringNew()
        .run(() -> database.createNativeMutationQuery(statement).executeUpdate());
  }

  private List<HistoryEntry> historyOf(Node node) {
    return QuarkusTransaction.requiringNew()
        .call(
            () ->
                database
                    .createQuery("from HistoryEntry where nodeId = ?1", HistoryEntry.class)
                    .setParameter(1, node.id())
                    .getResultList());
  }

  private Node find(NodeId node) {
    return QuarkusTransaction.requiringNew().call(() -> nodes.find(node).orElseThrow());
  }
}
