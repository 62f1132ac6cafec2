package dev.assay.conductor.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.doctor.Finding;
import dev.assay.id.NodeId;
import dev.assay.message.ConductorReply;
import dev.assay.message.ConductorRequest;
import dev.assay.message.Envelope;
import dev.assay.node.Node;
import dev.assay.node.NodeAttributeTable;
import dev.assay.node.NodeDocument;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionState;
import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.PowerState;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.LinkedHashSet;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a conductor finds out about a BMC, docs/spec/api.md 9.10 and 10.14. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ExamineBmcTest {
  @AutoClose
  private final Rack rack =
      Rack.of(
              RackPlan.to("http://127.0.0.1:9/v1/continue_inspection")
                  .kinds(HardwareKind.ONE_U_TWO_SOCKET)
                  .build())
          .start();

  private final Machine machine = rack.machines().getFirst();

  @Inject RequestHandler handler;
  @Inject Nodes nodes;
  @Inject Clock clock;

  @ParameterizedTest
  @CsvSource({
    "agent,   ipxe,                  network boot",
    "agent,   http,                  UEFI HTTP boot",
    "agent,   redfish-virtual-media, virtual CD drive",
    "agent,   redfish-https,         UEFI HTTP boot of an image",
    "redfish, ipxe,                  nothing is booted",
  })
  void a_bmc_that_can_do_it_has_no_fault_and_is_left_as_it_is(
      String inspect, String boot, String detail) {
    var found = examine(redfish(inspect, boot, info()));

    assertThat(found.findings())
        .extracting(it -> it.check() + " " + it.result())
        .containsExactly("bmc OK", "boot OK", "network-cards OK");
    assertThat(found.findings().get(1).detail()).contains(detail);
    assertThat(found.macs())
        .containsExactlyInAnyOrderElementsOf(new LinkedHashSet<>(machine.macAddresses()));
    assertThat(machine.powerState()).isEqualTo(PowerState.OFF);
    assertThat(machine.insertedImage()).isEmpty();
  }

  @Test
  void a_wrong_password_is_told_and_not_repeated() {
    var found = examine(redfish("agent", "ipxe", info().put("redfish_password", "planted-doctor")));

    assertThat(found.findings()).hasSize(1);
    assertThat(found.findings().getFirst().result()).isEqualTo(Finding.Result.FAILED);
    assertThat(found.findings().getFirst().fix()).contains("user, password");
    assertThat(found.toString()).doesNotContain("planted-doctor");
  }

  @Test
  void a_name_that_does_not_resolve_is_told() {
    var found = examine(redfish("agent", "ipxe", info().put("redfish_address", "bmc.invalid")));

    assertThat(found.findings()).hasSize(1);
    assertThat(found.findings().getFirst().check()).isEqualTo("bmc-address");
    assertThat(found.findings().getFirst().detail()).contains("bmc.invalid");
  }

  @Test
  void a_machine_without_bmc_is_not_examined() {
    var found = examine(node("manual-management", Map.of(), StoredJson.object()));

    assertThat(found.findings())
        .extracting(Finding::result)
        .containsExactly(Finding.Result.SKIPPED);
  }

  @Test
  void a_driver_that_can_only_boot_from_the_network_says_so() {
    var found = examine(node("fake-hardware", Map.of(), StoredJson.object()));

    assertThat(found.findings())
        .extracting(it -> it.check() + " " + it.result())
        .containsExactly("bmc OK", "boot OK", "network-cards SKIPPED");
  }

  @Test
  void firmware_is_told_by_those_who_know_it() {
    var known = redfish("agent", "ipxe", info());
    var unknown = node("fake-hardware", Map.of(), StoredJson.object());

    assertThat(firmware(known)).containsOnlyKeys("bios", "bmc");
    assertThat(firmware(unknown)).isEmpty();
  }

  private Map<String, String> firmware(NodeId node) {
    var request = new Envelope(new ConductorRequest.GetFirmware(node), "req-test").write();
    var reply = ConductorReply.read(handler.answer(request));
    return ((ConductorReply.FirmwareVersions) reply).versions();
  }

  private ConductorReply.Examined examine(NodeId node) {
    var request = new Envelope(new ConductorRequest.ExamineBmc(node), "req-test").write();
    return (ConductorReply.Examined) ConductorReply.read(handler.answer(request));
  }

  private ObjectNode info() {
    return StoredJson.tree(
            Map.of(
                "redfish_address", machine.bmcUrl().toString(),
                "redfish_username", machine.username(),
                "redfish_password", machine.password()))
        .deepCopy();
  }

  private NodeId redfish(String inspect, String boot, ObjectNode driverInfo) {
    return node("redfish", Map.of("inspect", inspect, "boot", boot), driverInfo);
  }

  private NodeId node(String driver, Map<String, String> interfaces, ObjectNode driverInfo) {
    var document = NodeAttributeTable.TABLE.defaults();
    document.put("driver", driver);
    document.set("driver_info", driverInfo);
    return QuarkusTransaction.requiringNew()
        .call(
            () -> {
              var node =
                  new Node(
                      NodeId.random(),
                      NodeDocument.read(document, interfaces, null),
                      ProvisionState.MANAGEABLE,
                      false,
                      clock.instant());
              nodes.add(node);
              return node.uuid();
            });
  }
}
