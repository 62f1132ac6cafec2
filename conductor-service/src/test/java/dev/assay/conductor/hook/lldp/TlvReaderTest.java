package dev.assay.conductor.hook.lldp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.conductor.hook.lldp.Tlv.Unparsable;
import dev.assay.conductor.hook.lldp.Tlv.Unrecognized;
import dev.assay.conductor.hook.lldp.Tlv.Unused;
import dev.assay.storedjson.StoredJson;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Source of the tables: hooks.md 15. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TlvReaderTest {
  private static final TlvReader READER = TlvReader.ofAll(false);

  @ParameterizedTest(name = "{0}: [{1}, \"{2}\"]")
  @CsvFileSource(resources = "/lldp/tlvs.csv", delimiter = '|', quoteCharacter = '\'')
  void reads(String what, int type, String value, String keys) {
    assertThat(keys(READER, pair(type, value))).as(what).isEqualTo(json(keys));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvFileSource(resources = "/lldp/unparsable.csv", delimiter = '|', quoteCharacter = '`')
  void says_why_a_TLV_is_unparsable(String pair, String why) {
    assertThat(READER.read(json(pair))).isEqualTo(new Unparsable(why));
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvFileSource(resources = "/lldp/capabilities.csv", delimiter = '|')
  void names_each_capability(int mask, String name) {
    assertThat(READER.read(pair(7, "%04x%04x".formatted(mask, 0))))
        .isEqualTo(new Tlv.Capabilities(List.of(name), List.of()));
    assertThat(READER.read(pair(7, "%04x%04x".formatted(0, mask))))
        .isEqualTo(new Tlv.Capabilities(List.of(), List.of(name)));
  }

  @Test
  void names_ten_capabilities_in_the_order_of_their_bits() {
    assertThat(READER.read(pair(7, "ffff0801")))
        .isEqualTo(
            new Tlv.Capabilities(
                List.of(
                    "Repeater",
                    "Bridge",
                    "WLAN",
                    "Router",
                    "Telephone",
                    "DOCSIS cable device",
                    "Station only",
                    "C-Vlan",
                    "S-Vlan",
                    "TPMR"),
                List.of()));
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvFileSource(resources = "/lldp/pmd.csv", delimiter = '|', quoteCharacter = '\'')
  void names_what_a_port_can_negotiate(int mask, String names) {
    assertThat(READER.read(pair(127, "00120f0100%04x0000".formatted(mask))))
        .isEqualTo(
            new Tlv.PhysicalLayer(
                false,
                false,
                names.isEmpty() ? List.of() : List.of(names.split(", ", -1)),
                "Unknown"));
  }

  @Test
  void sorts_what_a_port_can_negotiate() {
    assertThat(((Tlv.PhysicalLayer) READER.read(pair(127, "00120f0100ffff0000"))).capabilities())
        .hasSize(15)
        .isSorted();
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvFileSource(resources = "/lldp/mau-types.csv", delimiter = '|')
  void names_each_MAU_type(int type, String name) {
    assertThat(READER.read(pair(127, "00120f01000000%04x".formatted(type))))
        .isEqualTo(new Tlv.PhysicalLayer(false, false, List.of(), name));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "00120f010080000036 | MAU type 54",
        "00120f01008000ffff | MAU type 65535",
        "00014201aa | organisation 00:01:42",
        "ffffffff | organisation ff:ff:ff",
        "0012bbff | organisation 00:12:bb, LLDP-MED (assay.inspector.lldp-med reads it)"
      })
  void leaves_out_what_is_whole_but_unknown(String value, String what) {
    assertThat(READER.read(pair(127, value))).isEqualTo(new Unrecognized(what));
  }

  @ParameterizedTest(name = "{0}")
  @CsvFileSource(resources = "/lldp/med.csv", delimiter = '|', quoteCharacter = '\'')
  void reads_LLDP_MED_where_asked_to(String what, String value, String keys) {
    var pair = pair(127, "0012bb" + value);

    assertThat(keys(TlvReader.ofAll(true), pair)).as(what).isEqualTo(json(keys));
    assertThat(READER.read(pair)).isInstanceOf(Unrecognized.class);
  }

  @Test
  void takes_values_of_511_bytes_and_no_longer_ones() {
    assertThat(READER.read(pair(5, "61".repeat(511))))
        .isEqualTo(new Tlv.SystemName("a".repeat(511)));
    assertThat(READER.read(pair(5, "61".repeat(512))))
        .isEqualTo(new Unparsable("its value has 512 bytes, more than 511"));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 4, 6, 7, 8, 9, 126, 127})
  void of_a_link_reads_only_what_says_where_it_ends(int type) {
    assertThat(TlvReader.ofLink().read(pair(type, "zz"))).isEqualTo(new Unused());
  }

  static JsonNode keys(TlvReader reader, JsonNode... pairs) {
    var tlvs = List.of(pairs).stream().map(reader::read).toList();
    return json(StoredJson.write(SwitchKeys.of(tlvs).values()));
  }

  static JsonNode pair(int type, String value) {
    return json("[%d,\"%s\"]".formatted(type, value));
  }

  static JsonNode json(String text) {
    return StoredJson.read(text, JsonNode.class);
  }
}
