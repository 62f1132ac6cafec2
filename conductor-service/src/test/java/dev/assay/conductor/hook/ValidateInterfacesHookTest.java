package dev.assay.conductor.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.conductor.pipeline.PipelineOutcome;
import dev.assay.conductor.pipeline.Run;
import dev.assay.error.ErrorCode;
import dev.assay.hook.InspectionHook;
import dev.assay.hook.PortPolicy.Add;
import dev.assay.hook.PortPolicy.Keep;
import dev.assay.hook.UsableInterfaces;
import dev.assay.hook.UsableInterfaces.Judged;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Source of the tables: hooks.md 4. */
class ValidateInterfacesHookTest extends BuiltInHookContract {
  private static final String TWO =
      "{'name':'e0','mac_address':'52:54:00:00:00:01','ipv4_address':'10.0.0.1'},"
          + "{'name':'e1','mac_address':'52:54:00:00:00:02','ipv4_address':null}";

  @Override
  protected InspectionHook hook() {
    return new ValidateInterfacesHook();
  }

  @ParameterizedTest
  @CsvSource({
    "52:54:00:AA:BB:CC, true",
    "01-52-54-00-aa-bb-cc, true",
    "01-52-54-00-AA-BB-CC, true",
    "20-52-54-00-aa-bb-cc, true",
    "52-54-00-aa-bb-cc, false"
  })
  void finds_the_interface_the_machine_booted_from(String given, boolean found) {
    var result = run("{'name':'e0','mac_address':'52:54:00:aa:BB:cc'}", given, Add.ALL);

    assertThat(result.seen().pluginData("valid_interfaces").at("/e0/pxe_enabled").asBoolean())
        .isEqualTo(found);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'boot':{}}",
        "{'boot':{'pxe_interface':''}}",
        "{'boot':{'pxe_interface':'01-'}}",
        "{'boot':{'pxe_interface':null}}"
      })
  void takes_all_when_the_boot_interface_is_unknown(String boot) {
    var inventory = (com.fasterxml.jackson.databind.node.ObjectNode) Run.json(boot);
    inventory.set("interfaces", Run.json("[%s]".formatted(TWO)));
    var result = Run.of(inventory).with(hook());

    assertThat(names(result)).isEqualTo("e0 e1");
    assertThat(result.seen().pluginData("valid_interfaces").findValuesAsText("pxe_enabled"))
        .containsOnly("false");
    assertThat(result.outcome().trace().hooks().getFirst().warnings())
        .anySatisfy(text -> assertThat(text).contains("does not say which interface"));
  }

  /** They are copied several times: one interface must not fill the memory. */
  @ParameterizedTest
  @CsvSource({"99996, e0", "99997, failure"})
  void one_interface_has_so_many_values(int more, String valid) {
    var values = "1,".repeat(more - 1) + "1";
    var interfaces = "{'name':'e0','mac_address':'52:54:00:00:00:01','x':[%s]}".formatted(values);

    var result = run(interfaces, "", Add.ALL);

    if (valid.equals("failure")) {
      assertThat(code(result)).isEqualTo(ErrorCode.PAYLOAD_UNREADABLE);
      assertThat(result.sentence())
          .contains("inventory.interfaces has more than 100000 values in its items");
    } else {
      assertThat(names(result)).isEqualTo(valid);
    }
  }

  @ParameterizedTest(name = "row {0}: pxe {1}, add_ports {2} gives {3}")
  @CsvSource({
    "1, 52:54:00:00:00:01, PXE, e0",
    "2, '', PXE, e0 e1",
    "3, 52:54:00:00:00:99, PXE, failure",
    "4, 52:54:00:00:00:99, ACTIVE, e0",
    "4, '', ACTIVE, e0",
    "5, 52:54:00:00:00:01, ALL, e0 e1",
    "5, 52:54:00:00:00:01, DISABLED, e0 e1"
  })
  void chooses_as_add_ports_says(String row, String pxe, Add add, String valid) {
    var result = run(TWO, pxe, add);

    if (valid.equals("failure")) {
      assertThat(code(result)).isEqualTo(ErrorCode.NO_USABLE_INTERFACE);
      assertThat(result.sentence())
          .endsWith(
              "Inventory for node %s is invalid: no network interfaces match the configuration (add_ports set to \"pxe\")"
                  .formatted(Run.NODE));
    } else {
      assertThat(names(result)).isEqualTo(valid);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "lo, 10.0.0.1",
    "e0, 127.0.0.1",
    "e0, 127.200.0.9",
    "e0, ::1",
    "e0, localhost",
    "e0, localhost.localdomain"
  })
  void refuses_loopback(String name, String ip) {
    var field = ip.contains(":") ? "ipv6_address" : "ipv4_address";
    var nic =
        "{'name':'%s','mac_address':'00:00:00:00:00:00','%s':'%s'}".formatted(name, field, ip);
    var result = run(nic, "", Add.ALL);

    assertThat(code(result)).isEqualTo(ErrorCode.NO_USABLE_INTERFACE);
    assertThat(result.sentence()).contains("(add_ports set to \"all\")");
  }

  @ParameterizedTest
  @ValueSource(strings = {"not an address", "10.0.0.1", "fe80::1%e0", "1270.0.0.1"})
  void takes_any_other_address_for_no_loopback(String ip) {
    var nic = "{'name':'e0','mac_address':'52:54:00:00:00:01','ipv4_address':'%s'}".formatted(ip);

    assertThat(names(run(nic, "", Add.ACTIVE))).isEqualTo("e0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{'name':'e0','mac_address':'52-54-00-00-00-01'}",
        "{'name':'e0','mac_address':null}",
        "{'name':'e0'}",
        "{'name':'','mac_address':'52:54:00:00:00:01'}",
        "{'mac_address':'52:54:00:00:00:01'}",
        "{'name':7,'mac_address':'52:54:00:00:00:01'}",
        "'text', 5, null, []"
      })
  void fails_when_nothing_is_left(String interfaces) {
    var result = run(interfaces, "", Add.ALL);

    assertThat(code(result)).isEqualTo(ErrorCode.NO_INTERFACES);
    assertThat(result.sentence()).endsWith("is invalid: no valid network interfaces");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'interfaces':null}", "{'interfaces':'e0'}", "{'interfaces':{}}"})
  void fails_without_a_list_of_interfaces(String inventory) {
    assertThat(Run.of(inventory).with(hook()).sentence())
        .endsWith("is invalid: no interfaces present in inventory");
  }

  @Test
  void completes_the_records_and_keeps_the_case_of_the_addresses() {
    var result =
        run(
            "{'name':'e0','mac_address':'52:54:00:00:00:0A','ipv6_address':'fe80::1%e0',"
                + "'pxe_enabled':'x','own':[1]},"
                + "{'name':'e0.7','mac_address':'52:54:00:00:00:0A'}",
            "52:54:00:00:00:0a", Add.PXE);

    assertThat(result.seen().pluginData("all_interfaces"))
        .isEqualTo(
            Run.json(
                "{'e0':{'name':'e0','mac_address':'52:54:00:00:00:0A','ipv6_address':'fe80::1',"
                    + "'pxe_enabled':true,'own':[1]},"
                    + "'e0.7':{'name':'e0.7','mac_address':'52:54:00:00:00:0A','pxe_enabled':true,'ipv6_address':null}}"));
    assertThat(result.seen().pluginData("macs"))
        .isEqualTo(Run.json("['52:54:00:00:00:0A','52:54:00:00:00:0A']"));
  }

  @Test
  void lets_the_later_of_two_interfaces_of_one_name_win() {
    var result =
        run(
            "{'name':'e0','mac_address':'52:54:00:00:00:01'},"
                + "{'name':'e0','mac_address':'52:54:00:00:00:02'}",
            "",
            Add.ALL);

    assertThat(result.seen().need(UsableInterfaces.class).all())
        .extracting(Judged::mac)
        .extracting(Object::toString)
        .containsExactly("52:54:00:00:00:02");
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.5, 2001:db8::5, 10.0.0.5, 2001:db8::5",
    "0.0.0.0, ::/0, '', ''",
    "10.0.0.5, ::, 10.0.0.5, ''"
  })
  void copies_the_addresses_of_the_bmc(String v4, String v6, String copied4, String copied6) {
    var inventory =
        "{'interfaces':[%s],'bmc_address':'%s','bmc_v6address':'%s'}".formatted(TWO, v4, v6);
    var changes = Run.of(inventory).with(hook()).seen();

    assertThat(changes.pluginData("bmc_address").asText()).isEqualTo(copied4);
    assertThat(changes.pluginData("bmc_v6address").asText()).isEqualTo(copied6);
  }

  @Test
  void leaves_an_address_of_the_bmc_that_is_in_the_plugin_data() {
    var changes =
        Run.of("{'interfaces':[%s],'bmc_address':'10.0.0.5'}".formatted(TWO))
            .pluginData(Run.json("{'bmc_address':'10.0.0.6'}"))
            .with(hook())
            .seen();

    assertThat(changes.pluginData("bmc_address").asText()).isEqualTo("10.0.0.6");
  }

  private Run.Result run(String interfaces, String pxe, Add add) {
    return Run.of("{'interfaces':[%s],'boot':{'pxe_interface':'%s'}}".formatted(interfaces, pxe))
        .policy(add, Keep.ALL)
        .with(hook());
  }

  private static ErrorCode code(Run.Result result) {
    return ((PipelineOutcome.Failed) result.outcome()).code();
  }

  private static String names(Run.Result result) {
    var names = new java.util.ArrayList<String>();
    result.seen().pluginData("valid_interfaces").fieldNames().forEachRemaining(names::add);
    return String.join(" ", names);
  }
}
