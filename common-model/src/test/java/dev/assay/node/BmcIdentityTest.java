package dev.assay.node;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.storedjson.StoredJson;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BmcIdentityTest {
  @ParameterizedTest
  @ValueSource(strings = {"redfish_address", "ipmi_address"})
  void a_host_that_is_longer_than_any_is_none(String key) {
    var longest = StoredJson.object().put(key, "h".repeat(253));
    var longer = StoredJson.object().put(key, "h".repeat(3000));

    assertThat(BmcIdentity.of(longest).orElseThrow().host()).hasSize(253);
    assertThat(BmcIdentity.of(longer)).isEmpty();
  }

  @Test
  void a_port_that_is_longer_than_any_is_none() {
    var info = StoredJson.object().put("ipmi_address", "192.0.2.1");

    assertThat(BmcIdentity.of(info.put("ipmi_port", "1".repeat(3000)))).isEmpty();
  }

  @ParameterizedTest(name = "{0} and {1}: {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{}                                  | {}                                      | true",
        "{}                                  | {'ipmi_target_address':'0x72'}          | true",
        "{'ipmi_bridging':'no'}              | {'ipmi_target_channel':7}               | true",
        "{}                                  | {'ipmi_bridging':'single','ipmi_target_channel':0,'ipmi_target_address':1} | false",
        "{'ipmi_bridging':'single','ipmi_target_channel':0,'ipmi_target_address':114} | {'ipmi_bridging':'SINGLE','ipmi_target_channel':'0x0','ipmi_target_address':'0x72','ipmi_transit_channel':6} | true",
        "{'ipmi_bridging':'single','ipmi_target_channel':0,'ipmi_target_address':114} | {'ipmi_bridging':'single','ipmi_target_channel':7,'ipmi_target_address':114} | false",
        "{'ipmi_bridging':'single','ipmi_target_channel':7,'ipmi_target_address':114} | {'ipmi_bridging':'single','ipmi_target_channel':7,'ipmi_target_address':116} | false",
        "{'ipmi_bridging':'single','ipmi_target_channel':7,'ipmi_target_address':114} | {'ipmi_bridging':'dual','ipmi_target_channel':7,'ipmi_target_address':114} | false",
        "{'ipmi_bridging':'dual','ipmi_transit_channel':6,'ipmi_transit_address':'0x82','ipmi_target_channel':7,'ipmi_target_address':114} | {'ipmi_bridging':'Dual','ipmi_transit_channel':'06','ipmi_transit_address':130,'ipmi_target_channel':7,'ipmi_target_address':'0x72'} | true",
        "{'ipmi_bridging':'dual','ipmi_transit_channel':6,'ipmi_transit_address':'0x82','ipmi_target_channel':7,'ipmi_target_address':114} | {'ipmi_bridging':'dual','ipmi_transit_channel':6,'ipmi_transit_address':'0x84','ipmi_target_channel':7,'ipmi_target_address':114} | false",
        "{'ipmi_bridging':'dual','ipmi_transit_channel':6,'ipmi_transit_address':'0x82','ipmi_target_channel':7,'ipmi_target_address':114} | {'ipmi_bridging':'dual','ipmi_transit_channel':7,'ipmi_transit_address':'0x82','ipmi_target_channel':7,'ipmi_target_address':114} | false",
        "{'ipmi_bridging':'single','ipmi_target_channel':'seven'} | {'ipmi_bridging':'single','ipmi_target_channel':'eight'} | false"
      })
  void channels_and_addresses_of_bridging_tell_machines_apart(
      String one, String other, boolean same) {
    assertThat(ipmi(one).sameAs(ipmi(other))).isEqualTo(same);
    assertThat(ipmi(other).sameAs(ipmi(one))).isEqualTo(same);
  }

  /** With {@code more} in driver_info, in single quotes. */
  private static BmcIdentity ipmi(String more) {
    var driverInfo = StoredJson.object().put("ipmi_address", "192.0.2.1");
    driverInfo.setAll(StoredJson.read(more.replace('\'', '"'), ObjectNode.class));
    return BmcIdentity.of(driverInfo).orElseThrow();
  }
}
