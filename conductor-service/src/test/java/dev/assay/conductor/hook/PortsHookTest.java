package dev.assay.conductor.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.conductor.pipeline.PipelineOutcome;
import dev.assay.conductor.pipeline.Run;
import dev.assay.hook.InspectionHook;
import dev.assay.hook.PortPolicy;
import dev.assay.hook.PortPolicy.Add;
import dev.assay.hook.PortPolicy.Keep;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Source of the tables: hooks.md 5. */
class PortsHookTest extends BuiltInHookContract {
  private static final String A = "52:54:00:00:00:01";
  private static final String B = "52:54:00:00:00:02";
  private static final String GONE = "52:54:00:00:00:99";

  @Override
  protected InspectionHook hook() {
    return new PortsHook();
  }

  @ParameterizedTest(name = "add={0}, keep={1} leaves {2}")
  @CsvSource({
    "PXE, ALL, 52:54:00:00:00:01=true 52:54:00:00:00:99=false",
    "PXE, PRESENT, 52:54:00:00:00:01=true",
    "ALL, ADDED, 52:54:00:00:00:01=true 52:54:00:00:00:02=false"
  })
  void brings_the_ports_of_the_node_in_line(Add add, Keep keep, String expected) {
    var result = both().port(A, false).port(GONE, true).policy(add, keep).with(hooks());

    assertThat(shown(result)).isEqualTo(expected);
  }

  @Test
  void adds_the_port_the_machine_booted_from() {
    var result = both().with(hooks());

    assertThat(result.ports()).isEqualTo(Map.of(A, true));
    assertThat(result.changes().addedPorts()).hasSize(1);
    assertThat(isAdded(result, "e0")).isTrue();
  }

  @Test
  void clears_the_boot_flag_of_all_when_the_boot_interface_is_unknown() {
    var result =
        Run.of("{'interfaces':[%s,%s]}".formatted(nic("e0", A), nic("e1", B)))
            .port(A, true)
            .with(hooks());

    assertThat(result.ports()).isEqualTo(Map.of(A, false, B, false));
    assertThat(isAdded(result, "e0")).isFalse();
    assertThat(isAdded(result, "e1")).isTrue();
  }

  @Test
  void leaves_an_address_of_another_node_alone() {
    var result = both().foreign(A).with(hooks());

    assertThat(result.outcome()).isInstanceOf(PipelineOutcome.Done.class);
    assertThat(result.ports()).isEmpty();
    assertThat(isAdded(result, "e0")).isFalse();
    assertThat(result.outcome().trace().hooks().getLast().warnings())
        .singleElement()
        .asString()
        .contains(A, "another node");
  }

  @Test
  void makes_one_port_of_an_interface_and_its_vlan() {
    var result =
        Run.of("{'interfaces':[%s,%s]}".formatted(nic("e0", A), nic("e0.100", A))).with(hooks());

    assertThat(result.changes().addedPorts()).hasSize(1);
    assertThat(isAdded(result, "e0.100")).isTrue();
  }

  @Test
  void keeps_the_client_identifier_of_infiniband() {
    var mac = "7c:fe:90:29:26:52";
    var nic = "{'name':'ib0','mac_address':'7C:FE:90:29:26:52','client_id':'ff:01'}";
    var added = Run.of("{'interfaces':[%s]}".formatted(nic)).policy(Add.ALL, Keep.ALL);
    var known = Run.of("{'interfaces':[%s]}".formatted(nic)).port(mac, false);

    for (var result : new Run.Result[] {added.with(hooks()), known.with(hooks())}) {
      assertThat(result.changes().ports())
          .singleElement()
          .satisfies(
              port -> {
                assertThat(port.address().text()).isEqualTo(mac);
                assertThat(port.extra()).isEqualTo(Run.json("{'client-id':'ff:01'}"));
              });
    }
  }

  @Test
  void adds_nothing_when_disabled_and_keeps_all_that_are_no_loopback() {
    var result =
        both()
            .port(A, false)
            .port(B, false)
            .port(GONE, false)
            .policy(Add.DISABLED, Keep.ADDED)
            .with(hooks());

    assertThat(shown(result)).isEqualTo(A + "=true " + B + "=false");
    assertThat(result.changes().addedPorts()).isEmpty();
  }

  @Test
  void leaves_the_boot_flags_when_told_so() {
    var result =
        both()
            .port(A, false)
            .port(GONE, true)
            .policy(new PortPolicy(Add.PXE, Keep.ALL, false))
            .with(hooks());

    assertThat(result.ports()).isEqualTo(Map.of(A, false, GONE, true));
    assertThat(result.changes().updatedPorts()).isEmpty();
  }

  private static Run both() {
    return Run.of(
        "{'interfaces':[%s,%s],'boot':{'pxe_interface':'%s'}}"
            .formatted(nic("e0", A), nic("e1", B), A));
  }

  private static String nic(String name, String mac) {
    return "{'name':'%s','mac_address':'%s'}".formatted(name, mac);
  }

  private static InspectionHook[] hooks() {
    return new InspectionHook[] {new ValidateInterfacesHook(), new PortsHook()};
  }

  private static boolean isAdded(Run.Result result, String name) {
    return result.seen().pluginData("valid_interfaces").path(name).path("is_added").asBoolean();
  }

  private static String shown(Run.Result result) {
    return String.join(
        " ",
        result.ports().entrySet().stream()
            .map(port -> port.getKey() + "=" + port.getValue())
            .toList());
  }
}
