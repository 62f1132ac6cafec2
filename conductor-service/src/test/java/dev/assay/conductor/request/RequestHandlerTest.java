package dev.assay.conductor.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.BootChoice;
import dev.assay.hardware.BootDevice;
import dev.assay.id.NodeId;
import dev.assay.lease.NodeLease;
import dev.assay.message.Command;
import dev.assay.message.ConductorReply;
import dev.assay.message.ConductorRequest;
import dev.assay.message.Envelope;
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
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests as they are received, and the replies to them. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class RequestHandlerTest {
  @Inject RequestHandler handler;
  @Inject Nodes nodes;
  @Inject NodeLease lease;
  @Inject Clock clock;

  @Test
  void a_boot_device_that_was_chosen_is_told() {
    var node = node(StoredJson.object());

    assertThat(ask(new ConductorRequest.GetBootDevice(node)))
        .isEqualTo(new ConductorReply.BootsFrom(new BootChoice(BootDevice.PXE, false)));
    assertThat(ask(choose(node))).isEqualTo(new ConductorReply.Done());
    assertThat(ask(new ConductorRequest.GetBootDevice(node)))
        .isEqualTo(new ConductorReply.BootsFrom(new BootChoice(BootDevice.PXE, true)));
  }

  @Test
  void choosing_twice_is_choosing_once_and_the_node_is_free_afterwards() {
    var node = node(StoredJson.object());

    assertThat(ask(choose(node))).isEqualTo(new ConductorReply.Done());
    assertThat(ask(choose(node))).isEqualTo(new ConductorReply.Done());
    assertThat(holder(node)).isNull();
  }

  @Test
  void choosing_is_refused_while_another_works_on_the_node_and_reading_is_not() {
    var node = node(StoredJson.object());
    holdAsOther(node);

    assertThat(ask(choose(node)))
        .isEqualTo(
            new ConductorReply.Refused(
                ErrorCode.NODE_LOCKED,
                "Node %s is locked by host c2, please retry after the current operation is completed."
                    .formatted(node)));
    assertThat(holder(node)).isEqualTo("c2");
    assertThat(ask(new ConductorRequest.GetBootDevice(node)))
        .isEqualTo(new ConductorReply.BootsFrom(new BootChoice(BootDevice.PXE, false)));
  }

  @Test
  void a_bmc_that_does_not_obey_is_told_with_its_reason_and_the_node_is_free() {
    var node = node(StoredJson.object().put("fake_boot_failure", "no boot today"));
    var refused = new ConductorReply.Refused(ErrorCode.BMC_REFUSED, "no boot today");

    assertThat(ask(choose(node))).isEqualTo(refused);
    assertThat(ask(new ConductorRequest.GetBootDevice(node))).isEqualTo(refused);
    assertThat(holder(node)).isNull();
  }

  @Test
  void a_node_that_was_deleted_meanwhile_is_not_found() {
    var gone = NodeId.random();
    var refused =
        new ConductorReply.Refused(
            ErrorCode.NOT_FOUND, "Node %s could not be found.".formatted(gone));

    assertThat(ask(choose(gone))).isEqualTo(refused);
    assertThat(ask(new ConductorRequest.GetBootDevice(gone))).isEqualTo(refused);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "nonsense", "{\"version\":7}", "command"})
  void what_cannot_be_read_is_answered_too(String message) {
    var text =
        message.equals("command")
            ? new Envelope(new Command.VerifyNode(NodeId.random()), null).write()
            : message;

    assertThat(ConductorReply.read(handler.answer(text)))
        .isEqualTo(
            new ConductorReply.Refused(
                ErrorCode.UNAVAILABLE,
                "Conductor c1 cannot read the request: run the same version of the API and of all"
                    + " conductors."));
  }

  private static ConductorRequest choose(NodeId node) {
    return new ConductorRequest.SetBootDevice(node, BootDevice.PXE, true);
  }

  private ConductorReply ask(ConductorRequest request) {
    return ConductorReply.read(handler.answer(new Envelope(request, "req-test").write()));
  }

  private NodeId node(ObjectNode driverInfo) {
    return QuarkusTransaction.requiringNew()
        .call(
            () -> {
              var node =
                  new Node(
                      NodeId.random(),
                      Fixtures.attributes(null, driverInfo),
                      ProvisionState.MANAGEABLE,
                      false,
                      clock.instant());
              nodes.add(node);
              return node.uuid();
            });
  }

  private void holdAsOther(NodeId id) {
    QuarkusTransaction.requiringNew()
        .run(
            () -> {
              var node = nodes.findForUpdate(id).orElseThrow();
              assertThat(lease.acquire(node, "c2", Duration.ofMinutes(5))).isPresent();
            });
  }

  private String holder(NodeId node) {
    return QuarkusTransaction.requiringNew().call(() -> lease.holder(node).orElse(null));
  }
}
