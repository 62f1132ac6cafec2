package dev.assay.conductor.hook.lldp;

import static dev.assay.conductor.hook.lldp.TlvReaderTest.json;
import static dev.assay.conductor.hook.lldp.TlvReaderTest.keys;
import static dev.assay.conductor.hook.lldp.TlvReaderTest.pair;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Source: hooks.md 15.1. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SwitchKeysTest {
  private static final TlvReader READER = TlvReader.ofAll(false);

  @Test
  void a_key_with_one_value_keeps_the_first() {
    assertThat(
            keys(READER, pair(1, "05616263646566"), pair(1, "0761"), pair(5, "61"), pair(5, "62")))
        .isEqualTo(json("{\"switch_chassis_id\":null,\"switch_system_name\":\"a\"}"));
  }

  @Test
  void a_key_with_a_list_collects() {
    assertThat(
            keys(
                READER,
                pair(127, "0080c20206000a"),
                pair(127, "0080c202000014"),
                pair(127, "0080c20206000a")))
        .isEqualTo(
            json(
                """
                {"switch_port_protocol_vlan_enabled":true,"switch_port_protocol_vlan_support":true,
                 "switch_port_protocol_vlan_ids":[10,20,10]}"""));
  }

  @Test
  void the_older_form_of_link_aggregation_counts_as_the_newer_one() {
    assertThat(keys(READER, pair(127, "00120f030100000001"), pair(127, "0080c2070200000002")))
        .isEqualTo(keys(READER, pair(127, "0080c2070100000001")));
  }

  @Test
  void an_organisation_may_come_before_all_others() {
    assertThat(keys(READER, pair(127, "0080c2010066"), pair(5, "61")))
        .isEqualTo(json("{\"switch_port_untagged_vlan_id\":102,\"switch_system_name\":\"a\"}"));
  }

  @Test
  void a_list_is_cut_and_says_so() {
    var vlan = READER.read(pair(127, "0080c203006500"));

    var full = SwitchKeys.of(Collections.nCopies(256, vlan));
    assertThat(full.values().path("switch_port_vlans")).hasSize(256);
    assertThat(full.cut()).isEmpty();

    var cut = SwitchKeys.of(Collections.nCopies(257, vlan));
    assertThat(cut.values()).isEqualTo(full.values());
    assertThat(cut.cut()).containsExactly("switch_port_vlans");
  }
}
