package dev.assay.inspection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.storedjson.StoredJson;
import dev.assay.testing.Fixtures;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which addresses of driver_info a node is looked up by. Spec conductor.md 4.1. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class BmcAddressesTest {
  private final BmcAddresses addresses = new BmcAddresses(this::resolve);
  private boolean resolverAsked;

  @ParameterizedTest(name = "{0} gives {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"redfish_address":"https://192.0.2.10"}                 | [192.0.2.10]
          {"redfish_address":"https://192.0.2.10:8443/redfish/v1"} | [192.0.2.10]
          {"redfish_address":"192.0.2.10"}                         | [192.0.2.10]
          {"redfish_address":"https://[2001:DB8:0:0::10]:443"}     | [2001:db8::10]
          {"ipmi_address":"2001:db8:0:0:0:0:0:10"}                 | [2001:db8::10]
          {"redfish_address":"https://BMC.example"}                | [192.0.2.20, 2001:db8::20, bmc.example]
          {"redfish_address":"https://gone.example"}               | [gone.example]
          {"redfish_address":"http://127.0.0.1:8000"}              | []
          {"redfish_address":"http://[::1]:8000"}                  | []
          {"redfish_address":"https://here.example"}               | []
          {"a_address":"192.0.2.1","b_address":"192.0.2.1"}        | [192.0.2.1]
          {"a_address":"192.0.2.2","b_address":"192.0.2.1"}        | [192.0.2.1, 192.0.2.2]
          {"ipmi_address":"192.0.2.1","ipmi_bridging":"single"}    | []
          {"ipmi_address":"192.0.2.1","ipmi_bridging":" Dual "}    | []
          {"ipmi_address":"192.0.2.1","ipmi_bridging":"no"}        | [192.0.2.1]
          {"redfish_address":""}                                   | []
          {"redfish_address":5}                                    | []
          {"redfish_address":"http://a b c"}                       | []
          {"address":"192.0.2.1","redfish_username":"x"}           | []
          """)
  void driver_info_is_read(String driverInfo, String found) throws Exception {
    var info =
        (com.fasterxml.jackson.databind.node.ObjectNode) StoredJson.MAPPER.readTree(driverInfo);
    var node = Fixtures.attributes(null, info);

    var mustResolve = addresses.mustResolve(node);
    assertThat(resolverAsked).isFalse();

    assertThat(addresses.of(node).toString()).isEqualTo(found);
    assertThat(resolverAsked).isEqualTo(mustResolve);
  }

  @ParameterizedTest(name = "{0} is {1}")
  @CsvSource(
      textBlock =
          """
          192.0.2.1, 192.0.2.1
          2001:DB8:0::1, 2001:db8::1
          ::ffff:192.0.2.1, ::ffff:c000:201
          bmc.example,
          ::/0,
          '',
          """)
  void an_address_has_one_canonical_form(String text, String canonical) {
    assertThat(BmcAddresses.canonical(text).orElse(null)).isEqualTo(canonical);
  }

  private List<InetAddress> resolve(String host) {
    resolverAsked = true;
    return switch (host) {
      case "BMC.example" ->
          List.of(InetAddress.ofLiteral("192.0.2.20"), InetAddress.ofLiteral("2001:db8::20"));
      case "here.example" -> List.of(InetAddress.ofLiteral("127.0.0.1"));
      default -> List.of();
    };
  }
}
