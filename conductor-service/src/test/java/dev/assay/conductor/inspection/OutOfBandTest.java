package dev.assay.conductor.inspection;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.conductor.command.CommandHandler;
import dev.assay.id.MacAddress;
import dev.assay.message.Command;
import dev.assay.message.Envelope;
import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.PowerState;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Inspections with the data of the BMC. Source: spec conductor.md 8. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class OutOfBandTest {
  @AutoClose
  private final Rack rack =
      Rack.of(
              RackPlan.to("http://127.0.0.1:9/v1/continue_inspection")
                  .kinds(HardwareKind.ONE_U_TWO_SOCKET)
                  .build())
          .start();

  private final Machine machine = rack.machines().getFirst();

  @Inject CommandHandler handler;
  @Inject Bench bench;

  @BeforeEach
  void clear() {
    bench.clear();
  }

  @ParameterizedTest
  @CsvSource({"redfish, redfish", "idrac, idrac-redfish"})
  void becomes_properties_ports_and_inventory_at_once(String driver, String inspectInterface) {
    var run = bench.starting(driver, inspectInterface, driverInfo());

    start(run);

    var state = bench.state(run);
    assertThat(state.lastError()).isNull();
    assertThat(state.provisionState()).isEqualTo("manageable");
    assertThat(state.timeline()).containsExactly("starting", "waiting", "processing", "finished");
    assertThat(state.reservation()).isNull();
    assertThat(state.inventory()).isTrue();
    assertThat(state.properties().path("cpu_arch").textValue()).isEqualTo("x86_64");
    assertThat(state.properties().path("memory_mb").asLong()).isPositive();
    assertThat(state.properties().path("local_gb").asLong()).isPositive();
    assertThat(state.macs())
        .containsExactlyInAnyOrderElementsOf(new TreeSet<>(machine.macAddresses()));
    assertThat(bench.trace(run).hooks())
        .extracting(hook -> hook.hook())
        .contains("validate-interfaces", "ports", "architecture");
  }

  @Test
  void neither_powers_nor_boots_the_machine_whatever_happens() {
    var good = bench.starting("redfish", "redfish", driverInfo());
    start(good);
    var failed = bench.starting("redfish", "redfish", driverInfo().put("redfish_password", "no"));
    start(failed);

    assertThat(bench.state(failed).provisionState()).isEqualTo("inspect failed");
    assertThat(machine.powerState()).isEqualTo(PowerState.OFF);
    assertThat(machine.counters().powerOns()).isZero();
    assertThat(Stream.of(good, failed).map(bench::node))
        .allSatisfy(node -> assertThat(node.work().powerOffAfter()).isEmpty());
  }

  @Test
  void happens_once_when_the_command_comes_twice() {
    var run = bench.starting("redfish", "redfish", driverInfo());

    start(run);
    start(run);

    assertThat(bench.state(run).timeline()).hasSize(4);
  }

  @Test
  void keeps_a_boot_mode_that_is_set() {
    var run = bench.starting("redfish", "redfish", driverInfo());
    bench.edit(
        run.node(),
        node ->
            node.update(
                node.attributes()
                    .withProperties(StoredJson.object().put("capabilities", "a:b,boot_mode:bios")),
                bench.now()));

    start(run);

    assertThat(bench.state(run).properties().path("capabilities").textValue())
        .isEqualTo("a:b,boot_mode:bios");
  }

  @ParameterizedTest
  @ValueSource(strings = {"wrong", ""})
  void fails_with_the_reason_when_the_bmc_cannot_be_read(String password) {
    var run = bench.starting("redfish", "redfish", driverInfo().put("redfish_password", password));

    start(run);

    var state = bench.state(run);
    assertThat(state.provisionState()).isEqualTo("inspect failed");
    assertThat(state.errorCode()).isEqualTo("BMC_REFUSED");
    assertThat(state.inventory()).isFalse();
  }

  @Test
  void leaves_a_port_of_another_node_where_it_is() {
    var mac = machine.macAddresses().getFirst();
    var first = bench.starting("redfish", "redfish", driverInfo());
    start(first);
    var second = bench.starting("redfish", "redfish", driverInfo());
    start(second);

    assertThat(bench.state(second).provisionState()).isEqualTo("manageable");
    assertThat(bench.port(first, mac).address()).isEqualTo(MacAddress.of(mac));
    assertThat(bench.state(second).macs()).isEmpty();
  }

  private void start(Bench.Run run) {
    var command = new Command.StartInspection(run.node(), run.inspection());
    handler.receive(new Envelope(command, "req-test").write());
  }

  private ObjectNode driverInfo() {
    return StoredJson.tree(
            Map.of(
                "redfish_address", machine.bmcUrl().toString(),
                "redfish_username", machine.username(),
                "redfish_password", machine.password()))
        .deepCopy();
  }
}
