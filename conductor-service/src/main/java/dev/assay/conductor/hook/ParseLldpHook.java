package dev.assay.conductor.hook;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.conductor.hook.lldp.CollectedLldp;
import dev.assay.conductor.hook.lldp.Reception;
import dev.assay.conductor.hook.lldp.Reception.Received;
import dev.assay.conductor.hook.lldp.SwitchKeys;
import dev.assay.conductor.hook.lldp.TlvReader;
import dev.assay.hook.Changes;
import dev.assay.hook.HookConfig;
import dev.assay.hook.HookInput;
import dev.assay.hook.InspectionHook;
import dev.assay.inventory.NetworkInterface;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Parses what switches announce by LLDP into readable values.
 *
 * <p>Reads plugin data {@code lldp_raw}, else {@code lldp} of each interface, of the first 64
 * interfaces with a name. Writes plugin data {@code parsed_lldp} (interface name to {@link
 * SwitchKeys}, only where there are any) and {@code lldp_status} (interface name to {@link
 * dev.assay.conductor.hook.lldp.Reception#status}). No data can make it fail: what it does not
 * understand is skipped with a warning. It reads the first 750 TLVs of a packet, and values of up
 * to 511 bytes; a key with a list holds up to 256 values. When an interface is reported more than
 * once, the last packet counts. Source: spec hooks.md 15.
 */
public final class ParseLldpHook implements InspectionHook {
  private static final int MOST_INTERFACES = 64;

  private final TlvReader reader;

  /** With the default options. */
  public ParseLldpHook() {
    this(false);
  }

  private ParseLldpHook(boolean med) {
    this.reader = TlvReader.ofAll(med);
  }

  @Override
  public String name() {
    return "parse-lldp";
  }

  @Override
  public InspectionHook configured(HookConfig config) {
    return new ParseLldpHook(config.lldpMed());
  }

  @Override
  public void process(HookInput in, Changes out) {
    var lldp = new CollectedLldp(out.pluginData("lldp_raw"));
    var warnings = new LldpWarnings(lldp, out);
    var parsed = object("parsed_lldp", out);
    var status = object("lldp_status", out);
    Map<String, Reception> best = new HashMap<>();
    for (var nic : first(in.inventory().interfaces(), out)) {
      var name = nic.name().orElseThrow();
      var reception = lldp.on(nic, reader);
      status.put(name, best.merge(name, reception, Reception::better).status());
      warnings.of(name, reception);
      if (reception instanceof Received received) {
        var keys = SwitchKeys.of(received.tlvs());
        warnings.ofCut(name, keys);
        if (!keys.values().isEmpty()) {
          parsed.set(name, keys.values());
        }
      }
    }
    warnings.ofAll();
    set("parsed_lldp", parsed, out);
    set("lldp_status", status, out);
  }

  private static List<NetworkInterface> first(List<NetworkInterface> reported, Changes out) {
    var named = reported.stream().filter(nic -> nic.name().isPresent()).toList();
    if (named.size() <= MOST_INTERFACES) {
      return named;
    }
    out.warn(
        "LLDP of the first %d of %d interfaces is parsed, not of the others."
            .formatted(MOST_INTERFACES, named.size()));
    return named.subList(0, MOST_INTERFACES);
  }

  /** The existing object, of other interfaces or from the ramdisk, or a new one. */
  private static ObjectNode object(String key, Changes out) {
    return out.pluginData(key) instanceof ObjectNode object
        ? object
        : JsonNodeFactory.instance.objectNode();
  }

  private static void set(String key, ObjectNode value, Changes out) {
    if (!value.isEmpty()) {
      out.pluginData(key, value);
    }
  }
}
