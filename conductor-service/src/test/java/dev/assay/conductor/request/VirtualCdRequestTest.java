package dev.assay.conductor.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.BootMode;
import dev.assay.id.NodeId;
import dev.assay.lease.NodeLease;
import dev.assay.message.ConductorReply;
import dev.assay.message.ConductorRequest;
import dev.assay.message.Envelope;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionState;
import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.Machine;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import dev.assay.testing.Fixtures;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests about the virtual CD drive of a simulated machine. Source: spec api.md 10.12, 10.13. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class VirtualCdRequestTest {
  private static final URI IMAGE = URI.create("http://192.0.2.9/rescue.iso");
  private static final URI OTHER = URI.create("https://192.0.2.9/other.iso?a=b");

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
  @Inject NodeLease lease;
  @Inject Clock clock;

  @Test
  void an_image_is_inserted_in_place_of_another_and_ejected() {
    var node = node("redfish", ProvisionState.MANAGEABLE);

    assertThat(ask(insert(node, IMAGE))).isEqualTo(new ConductorReply.Done());
    assertThat(machine.insertedImage()).contains(IMAGE);
    assertThat(ask(insert(node, OTHER))).isEqualTo(new ConductorReply.Done());
    assertThat(machine.insertedImage()).contains(OTHER);

    assertThat(ask(eject(node))).isEqualTo(new ConductorReply.Done());
    assertThat(machine.insertedImage()).isEmpty();
    assertThat(ask(eject(node))).isEqualTo(new ConductorReply.Done());
    assertThat(holder(node)).isNull();
  }

  @ParameterizedTest
  @EnumSource(names = {"INSPECTING", "INSPECT_WAIT"})
  void what_an_inspection_needs_is_left_alone(ProvisionState state) {
    leavesAlone(node("redfish", state));
  }

  @Test
  void it_is_left_alone_until_power_is_off_after_the_inspection() {
    var node = node("redfish", ProvisionState.MANAGEABLE);
    change(node, stored -> stored.powerOffAfter(UUID.randomUUID()));

    leavesAlone(node);
  }

  private void leavesAlone(NodeId node) {
    machine.insertImage(OTHER);

    var mode = new ConductorRequest.SetBootMode(node, BootMode.BIOS);
    var secure = new ConductorRequest.SetSecureBoot(node, true);
    assertThat(Stream.of(insert(node, IMAGE), eject(node), mode, secure).map(this::ask))
        .allSatisfy(
            reply ->
                assertThat(reply)
                    .asInstanceOf(InstanceOfAssertFactories.type(ConductorReply.Refused.class))
                    .satisfies(
                        refused -> {
                          assertThat(refused.code()).isEqualTo(ErrorCode.CONFLICT);
                          assertThat(refused.sentence()).contains(node.toString(), "inspected");
                        }));
    assertThat(machine.insertedImage()).contains(OTHER);
    assertThat(holder(node)).isNull();
  }

  @Test
  void the_drive_of_a_node_that_another_works_on_is_left_alone() {
    var node = node("redfish", ProvisionState.MANAGEABLE);
    change(
        node, stored -> assertThat(lease.acquire(stored, "c2", Duration.ofMinutes(5))).isPresent());

    assertThat(ask(insert(node, IMAGE)))
        .asInstanceOf(InstanceOfAssertFactories.type(ConductorReply.Refused.class))
        .satisfies(refused -> assertThat(refused.code()).isEqualTo(ErrorCode.NODE_LOCKED));
    assertThat(machine.insertedImage()).isEmpty();
  }

  @Test
  void a_driver_without_virtual_media_is_named() {
    var node = node("fake-hardware", ProvisionState.MANAGEABLE);
    var refused =
        new ConductorReply.Refused(
            ErrorCode.UNSUPPORTED,
            "Driver fake-hardware does not support virtual media (disabled or not implemented).");

    assertThat(ask(insert(node, IMAGE))).isEqualTo(refused);
    assertThat(ask(eject(node))).isEqualTo(refused);
  }

  private static ConductorRequest insert(NodeId node, URI image) {
    return new ConductorRequest.InsertCd(node, image);
  }

  private static ConductorRequest eject(NodeId node) {
    return new ConductorRequest.EjectCd(node);
  }

  private ConductorReply ask(ConductorRequest request) {
    return ConductorReply.read(handler.answer(new Envelope(request, "req-test").write()));
  }

  private NodeId node(String driver, ProvisionState state) {
    return QuarkusTransaction.requiringNew()
        .call(
            () -> {
              var attributes = Fixtures.of(driver, "agent", driverInfo());
              var node = new Node(NodeId.random(), attributes, state, false, clock.instant());
              nodes.add(node);
              return node.uuid();
            });
  }

  private ObjectNode driverInfo() {
    return StoredJson.object()
        .put("redfish_address", machine.bmcUrl().toString())
        .put("redfish_username", machine.username())
        .put("redfish_password", machine.password());
  }

  private void change(NodeId id, Consumer<Node> change) {
    QuarkusTransaction.requiringNew()
        .run(() -> change.accept(nodes.findForUpdate(id).orElseThrow()));
  }

  private String holder(NodeId node) {
    return QuarkusTransaction.requiringNew().call(() -> lease.holder(node).orElse(null));
  }
}
