package dev.assay.simulator.hardware;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * The LLDP announcement of a switch, as pairs of TLV type and hexadecimal value (IEEE 802.1AB 8).
 *
 * @param chassisMac MAC of the switch
 * @param portName such as {@code Ethernet12}
 * @param vlan native VLAN of the port
 */
record Lldp(String chassisMac, String portName, String systemName, int vlan) {
  private static final String TWO_MINUTES = "0078";
  private static final String BRIDGE_AND_ROUTER = "00140014";

  /** The TLVs in transmission order; padding repeats the end TLV. */
  ArrayNode json() {
    var tlvs = mandatory();
    add(tlvs, 4, hex("server port " + portName));
    add(tlvs, 5, hex(systemName));
    add(tlvs, 6, hex("Simulated switch, software 4.30.5M"));
    add(tlvs, 7, BRIDGE_AND_ROUTER);
    add(tlvs, 127, "0080c201%04x".formatted(vlan));
    add(tlvs, 127, "00120f0423fe");
    add(tlvs, 0, "");
    add(tlvs, 0, "");
    return tlvs;
  }

  /** Only the mandatory TLVs and the system name. */
  ArrayNode shortJson() {
    var tlvs = mandatory();
    add(tlvs, 5, hex(systemName));
    add(tlvs, 0, "");
    return tlvs;
  }

  private ArrayNode mandatory() {
    var tlvs = JsonNodeFactory.instance.arrayNode();
    add(tlvs, 1, "04" + chassisMac.replace(":", ""));
    add(tlvs, 2, "05" + hex(portName));
    add(tlvs, 3, TWO_MINUTES);
    return tlvs;
  }

  /**
   * The announcement on the n-th interface of a machine: each rack of 40 machines has two switches.
   */
  static Lldp of(Identity identity, int interfaceNumber) {
    int rack = identity.index() / 40 + 1;
    var side = interfaceNumber % 2 == 0 ? "a" : "b";
    return new Lldp(
        "4c:a8:9a:%02x:%02x:%02x".formatted((rack >> 8) & 0xff, rack & 0xff, interfaceNumber % 2),
        "Ethernet%d/%d".formatted(identity.index() % 40 + 1, interfaceNumber / 2 + 1),
        "leaf-%d%s.example.net".formatted(rack, side),
        100 + identity.index() % 40);
  }

  private static void add(ArrayNode tlvs, int type, String value) {
    tlvs.addArray().add(type).add(value);
  }

  private static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
  }
}
