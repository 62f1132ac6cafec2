package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** What a port knows of its switch: LLDPReceive of the Port resource (IEEE 802.1AB 8, DSP0268). */
final class Neighbour {
  private static final int MAC_SUBTYPE = 4;
  private static final int BRIDGE = 0x04;
  private static final int ROUTER = 0x10;

  /** Organisation and subtype of the TLV with the VLAN of the port (IEEE 802.1Q, annex D). */
  private static final String PORT_VLAN = "0080c201";

  private Neighbour() {}

  /**
   * The announcement of a switch.
   *
   * @param tlvs as the ramdisk reports them: pairs of type and hexadecimal value
   */
  static ObjectNode json(JsonNode tlvs) {
    var json = JsonNodeFactory.instance.objectNode();
    tlvs.forEach(tlv -> add(json, tlv.path(0).asInt(), tlv.path(1).asText()));
    return json;
  }

  private static void add(ObjectNode json, int type, String value) {
    switch (type) {
      case 1 -> json.put("ChassisIdSubtype", "MacAddr").put("ChassisId", chassisId(value));
      case 2 -> json.put("PortIdSubtype", "IfName").put("PortId", text(value.substring(2)));
      case 5 -> json.put("SystemName", text(value));
      case 6 -> json.put("SystemDescription", text(value));
      case 7 -> capabilities(json, Integer.parseInt(value.substring(4), 16));
      case 127 -> {
        if (value.startsWith(PORT_VLAN)) {
          var vlan = value.substring(PORT_VLAN.length());
          json.put("ManagementVlanId", Integer.parseInt(vlan, 16));
        }
      }
      default -> {} // lifetime, port description and end have no property
    }
  }

  private static String chassisId(String value) {
    var bytes = HexFormat.of().parseHex(value);
    if (bytes[0] != MAC_SUBTYPE) {
      throw new IllegalArgumentException("chassis id %s is not a MAC".formatted(value));
    }
    return HexFormat.ofDelimiter(":").formatHex(bytes, 1, bytes.length);
  }

  private static void capabilities(ObjectNode json, int enabled) {
    var names = json.putArray("SystemCapabilities");
    if ((enabled & BRIDGE) != 0) {
      names.add("Bridge");
    }
    if ((enabled & ROUTER) != 0) {
      names.add("Router");
    }
  }

  private static String text(String hex) {
    return new String(HexFormat.of().parseHex(hex), StandardCharsets.UTF_8);
  }
}
