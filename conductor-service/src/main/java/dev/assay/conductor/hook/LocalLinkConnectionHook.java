package dev.assay.conductor.hook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.conductor.hook.lldp.CollectedLldp;
import dev.assay.conductor.hook.lldp.Reception.Received;
import dev.assay.conductor.hook.lldp.Tlv;
import dev.assay.conductor.hook.lldp.Tlv.ChassisId;
import dev.assay.conductor.hook.lldp.Tlv.PortId;
import dev.assay.conductor.hook.lldp.Tlv.SystemName;
import dev.assay.conductor.hook.lldp.TlvReader;
import dev.assay.hook.Changes;
import dev.assay.hook.HookInput;
import dev.assay.hook.InspectionHook;
import dev.assay.hook.KnownPort;
import dev.assay.hook.UsableInterfaces;
import dev.assay.id.MacAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Records for each port which switch port it is connected to, according to LLDP.
 *
 * <p>Needs {@link UsableInterfaces}; reads plugin data {@code lldp_raw}, else {@code lldp} of each
 * record of an interface; adds missing fields to {@code local_link_connection} of the node's ports:
 * {@code switch_id} (only a MAC address), {@code port_id}, {@code switch_info} (the switch's name),
 * without U+0000. Existing fields are kept. When a packet repeats a TLV, the <em>last</em> one is
 * used here, while {@link ParseLldpHook} shows the first. Malformed TLVs are skipped with a
 * warning. Source: spec hooks.md 14.
 */
public final class LocalLinkConnectionHook implements InspectionHook {
  private static final TlvReader READER = TlvReader.ofLink();

  @Override
  public String name() {
    return "local-link-connection";
  }

  @Override
  public List<String> after() {
    return List.of("validate-interfaces");
  }

  @Override
  public void process(HookInput in, Changes out) {
    var lldp = new CollectedLldp(out.pluginData("lldp_raw"));
    var warnings = new LldpWarnings(lldp, out);
    Map<MacAddress, KnownPort> ports = new HashMap<>();
    out.ports().forEach(port -> ports.put(port.address(), port));
    for (var nic : ReportedInterfaces.of(in, out)) {
      var port = ports.get(nic.mac());
      if (port == null) {
        continue;
      }
      var reception = lldp.on(nic.reported(), READER);
      warnings.of(nic.name(), reception);
      if (reception instanceof Received received) {
        var completed = completed(port, received.tlvs());
        out.updatePort(completed);
        ports.put(nic.mac(), completed); // a VLAN interface shares the port of its parent
      }
    }
    warnings.ofAll();
  }

  private static KnownPort completed(KnownPort port, List<Tlv> tlvs) {
    var connection = port.localLinkConnection();
    linkFields(tlvs).forEach((field, text) -> putIfAbsent(connection, field, text));
    return port.withLocalLinkConnection(connection);
  }

  private static Map<String, String> linkFields(List<Tlv> tlvs) {
    Map<String, String> linkFields = new LinkedHashMap<>();
    for (var tlv : tlvs) {
      if (tlv instanceof ChassisId(var mac, var value) && mac) {
        put(linkFields, "switch_id", value);
      } else if (tlv instanceof PortId(var value)) {
        put(linkFields, "port_id", value);
      } else if (tlv instanceof SystemName(var text)) {
        put(linkFields, "switch_info", text);
      }
    }
    return linkFields;
  }

  private static void put(Map<String, String> linkFields, String field, @Nullable String text) {
    if (text != null) {
      linkFields.put(field, text.replace("\0", ""));
    }
  }

  private static void putIfAbsent(ObjectNode connection, String field, String text) {
    if (!connection.has(field)) {
      connection.put(field, text);
    }
  }
}
