package dev.assay.conductor.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.BootChoice;
import dev.assay.hardware.BootDevice;
import dev.assay.hardware.BootMode;
import dev.assay.id.NodeId;
import dev.assay.lease.NodeLease;
import dev.assay.message.Command;
import dev.assay.message.ConductorReply;
import dev.assay.message.ConductorRequest;
import dev.assay.message.Envelope;
import dev.assay.node.Node;
import dev.assay.node.NodeAttributes;
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
import org.junit.jupiter.params.provider.EnumSource;
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

  @ParameterizedTest
  @EnumSource
  void a_boot_mode_that_was_chosen_is_stored_and_secure_boot_stays(BootMode mode) {
    var node = node(StoredJson.object());

    assertThat(ask(new ConductorRequest.SetSecureBoot(node, true)))
        .isEqualTo(new ConductorReply.Done());
    assertThat(ask(new ConductorRequest.SetBootMode(node, mode)))
        .isEqualTo(new ConductorReply.Done());

    assertThat(stored(node).bootMode()).isEqualTo(mode.wire());
    assertThat(stored(node).secureBoot()).isTrue();
    assertThat(holder(node)).isNull();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void secure_boot_that_was_switched_is_stored_and_the_boot_mode_stays(boolean on) {
    var node = node(StoredJson.object());

    assertThat(ask(new ConductorRequest.SetBootMode(node, BootMode.UEFI)))
        .isEqualTo(new ConductorReply.Done());
    assertThat(ask(new ConductorRequest.SetSecureBoot(node, on)))
        .isEqualTo(new ConductorReply.Done());

    assertThat(stored(node).secureBoot()).isEqualTo(on);
    assertThat(stored(node).bootMode()).isEqualTo("uefi");
  }

  @Test
  void a_boot_mode_that_the_bmc_does_not_take_is_not_stored() {
    var node = node(StoredJson.object().put("fake_boot_failure", "no boot today"));
    var refused = new ConductorReply.Refused(ErrorCode.BMC_REFUSED, "no boot today");

    assertThat(ask(new ConductorRequest.SetBootMode(node, BootMode.BIOS))).isEqualTo(refused);
    assertThat(ask(new ConductorRequest.SetSecureBoot(node, true))).isEqualTo(refused);
    assertThat(stored(node).bootMode()).isNull();
    assertThat(stored(node).secureBoot()).isNull();
    assertThat(holder(node)).isNull();
  }

  @Test
  void a_boot_mode_is_not_changed_while_another_works_on_the_node() {
    var node = node(StoredJson.object());
    holdAsOther(node);

    assertThat(ask(new ConductorRequest.SetBootMode(node, BootMode.BIOS)))
        .isInstanceOfSatisfying(
            ConductorReply.Refused.class,
            refused -> assertThat(refused.code()).isEqualTo(ErrorCode.NODE_LOCKED));
    assertThat(stored(node).bootMode()).isNull();
  }

  @Test
  void a_driver_without_boot_modes_is_named() {
    var node = node(Fixtures.of("ipmi", "agent", StoredJson.object()));

    assertThat(ask(new ConductorRequest.SetBootMode(node, BootMode.BIOS)))
        .isEqualTo(
            new ConductorReply.Refused(
                ErrorCode.UNSUPPORTED,
                "Driver ipmi does not support boot modes (disabled or not implemented)."));
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
    return node(Fixtures.attributes(null, driverInfo));
  }

  private NodeId node(NodeAttributes attributes) {
    return QuarkusTransaction.requiringNew()
        .call(
            () -> {
              var node =
                  new Node(
                      NodeId.random(),
                      attributes,
                      ProvisionState.MANAGEABLE,
                      false,
                      clock.instant());
              nodes.add(node);
              return node.uuid();
            });
  }

  private Node stored(NodeId id) {
    return QuarkusTransaction.requiringNew().call(() -> nodes.find(id).orElseThrow());
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
