package dev.assay.conductor.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.conductor.pipeline.Run;
import dev.assay.conductor.pipeline.Settings;
import dev.assay.hook.InspectionHook;
import dev.assay.hook.KnownPort;
import dev.assay.hook.PortPolicy.Add;
import dev.assay.hook.PortPolicy.Keep;
import dev.assay.id.MacAddress;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spec hooks.md 16. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PhysicalNetworkHookTest extends BuiltInHookContract {
  private static final String MAC = "52:54:00:00:00:01";

  @Override
  protected InspectionHook hook() {
    return new PhysicalNetworkHook();
  }

  @ParameterizedTest(name = "{0}: {1} {2} before {3}")
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      value = {
        "10.0.0.0/8:big,10.1.0.0/16:small     | 10.1.2.3  | -           | -   | big",
        "2001:db8::/32:six                    | 192.0.2.1 | 2001:db8::5 | -   | six",
        "10.0.0.0/8:big,2001:db8::/32:six     | 10.1.2.3  | 2001:db8::5 | old | big",
        "10.0.0.0/8:big                       | 192.0.2.1 | -           | old | old",
        "10.1.0.0/16:small,10.0.0.0/8:big     | 10.2.0.1  | -           | -   | big",
        "fe80::/10:local                      | -         | fe80::1%e0  | -   | local",
        "10.0.0.5/32:one                      | 10.0.0.5  | -           | -   | one",
        "0.0.0.0/0:any                        | junk      | -           | -   | -",
        "0.0.0.0/0:any                        | 10.*      | -           | -   | -",
        "0.0.0.0/0:any                        | 10.0.0.0/8 | -          | -   | -",
        "::/0:any                             | -         | -           | -   | -",
      })
  void takes_the_first_entry_that_holds_an_address(
      String map, String ipv4, String ipv6, String before, String after) {
    var port = KnownPort.found(MacAddress.of(MAC), true);
    var result =
        Run.of(
                "{'interfaces':[{'name':'e0','mac_address':'%s','ipv4_address':'%s','ipv6_address':'%s'}]}"
                    .formatted(MAC, ipv4, ipv6)
                    .replace("'null'", "null"))
            .port(before == null ? port : port.withPhysicalNetwork(before))
            .option("physical-network-cidr-map", map)
            .with(new ValidateInterfacesHook(), hook());

    assertThat(result.changes().ports())
        .singleElement()
        .extracting(KnownPort::physicalNetwork)
        .isEqualTo(after);
  }

  @ParameterizedTest(name = "{0} and then {1}: {2}")
  @CsvSource({
    "10.0.0.1, null,      big",
    "null,     10.0.0.1,  big",
    "10.0.0.1, 192.0.2.1, big",
    "10.0.0.1, 172.16.0.1, other"
  })
  void looks_at_every_record_of_an_interface_that_is_reported_twice(
      String first, String second, String network) {
    var record = "{'name':'e0','mac_address':'%s','ipv4_address':'%s'}";
    var result =
        Run.of(
                "{'interfaces':[%s,%s]}"
                    .formatted(record.formatted(MAC, first), record.formatted(MAC, second))
                    .replace("'null'", "null"))
            .port(KnownPort.found(MacAddress.of(MAC), true))
            .option("physical-network-cidr-map", "10.0.0.0/8:big,172.16.0.0/12:other")
            .with(new ValidateInterfacesHook(), hook());

    assertThat(result.changes().ports())
        .singleElement()
        .extracting(KnownPort::physicalNetwork)
        .isEqualTo(network);
  }

  @Test
  void finds_the_port_whatever_the_case_of_the_address_and_adds_to_a_new_one() {
    var result =
        Run.of(
                "{'interfaces':[{'name':'e0','mac_address':'52:54:00:AA:00:01','ipv4_address':'10.0.0.1'}]}")
            .policy(Add.ALL, Keep.ALL)
            .option("physical-network-cidr-map", "10.0.0.0/8:big")
            .with(new ValidateInterfacesHook(), new PortsHook(), hook());

    assertThat(result.changes().addedPorts())
        .singleElement()
        .extracting(port -> port.path("physical_network").textValue())
        .isEqualTo("big");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "10.0.0.0/8         | write CIDR:name",
        "10.0.0.0/8:        | write CIDR:name",
        "10.1.0.0/8:x       | 10.1.0.0/8 is no subnet like 10.0.0.0/8 without host bits",
        "2001:db8::1/32:x   | 2001:db8::1/32 is no subnet",
        "10.0.0.0/33:x      | 10.0.0.0/33 is no subnet",
        "house:x            | house is no subnet",
        ":x                 | is no subnet",
      })
  void stops_the_start_for_an_entry_that_makes_no_sense(String item, String why) {
    assertThatThrownBy(
            () ->
                Settings.pipeline(
                    List.of("validate-interfaces", "physical-network"),
                    Map.of("assay.inspector.physical-network-cidr-map", item)))
        .hasMessageContaining("Hook physical-network cannot work with its options")
        .hasMessageContaining("has the item \"%s\"", item)
        .hasMessageContaining(why);
  }

  @Test
  void stops_the_start_for_a_name_that_no_port_can_have() {
    assertThatThrownBy(
            () ->
                Settings.pipeline(
                    List.of("validate-interfaces", "physical-network"),
                    Map.of(
                        "assay.inspector.physical-network-cidr-map",
                        "10.0.0.0/8:" + "x".repeat(65))))
        .hasMessageContaining("a name has at most 64 characters");
  }
}
