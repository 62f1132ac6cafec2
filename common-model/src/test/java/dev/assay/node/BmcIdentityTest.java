package dev.assay.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.storedjson.StoredJson;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
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
}
