package dev.assay.conductor.hook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.hook.Changes;
import dev.assay.hook.HookConfig;
import dev.assay.hook.HookInput;
import dev.assay.hook.InspectionHook;
import dev.assay.storedjson.StoredJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Counts the PCI devices that have an alias.
 *
 * <p>Reads plugin data {@code pci_devices}; for each alias of {@code
 * assay.inspector.pci-device-alias} that was found, sets a capability of that name to the number of
 * devices; devices whose aliases have the same name are added up. Without a match nothing changes
 * and old counts stay. An invalid alias is logged at startup and skipped. Source: spec hooks.md 12.
 */
public final class PciDevicesHook implements InspectionHook {
  private static final Logger LOG = Logger.getLogger(PciDevicesHook.class);
  private static final Set<String> MEMBERS = Set.of("vendor_id", "product_id", "name");

  private final Map<Id, String> aliases;

  private record Id(String vendor, String product) {}

  /** Knows no alias until it is configured. */
  public PciDevicesHook() {
    this(Map.of());
  }

  private PciDevicesHook(Map<Id, String> aliases) {
    this.aliases = Map.copyOf(aliases);
  }

  @Override
  public String name() {
    return "pci-devices";
  }

  @Override
  public InspectionHook configured(HookConfig config) {
    return new PciDevicesHook(config.pciDeviceAlias().map(PciDevicesHook::read).orElse(Map.of()));
  }

  @Override
  public void process(HookInput in, Changes out) {
    if (aliases.isEmpty()) {
      return;
    }
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (var device : PciDevice.reported(out, "none are counted.")) {
      var alias = aliases.get(new Id(device.vendor(), device.product()));
      if (alias != null) {
        counts.merge(alias, 1, Integer::sum);
      }
    }
    counts.forEach((alias, count) -> out.capability(alias, String.valueOf(count)));
  }

  /**
   * Joins the items first: they may be JSON objects that were cut at their commas when the list was
   * read.
   */
  private static Map<Id, String> read(List<String> items) {
    var text = "[" + String.join(",", items) + "]";
    Map<Id, String> aliases = new LinkedHashMap<>();
    try {
      for (var item : StoredJson.MAPPER.readTree(text)) {
        if (item.isArray()) {
          item.forEach(inner -> add(inner, aliases));
        } else {
          add(item, aliases);
        }
      }
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "assay.inspector.pci-device-alias is no JSON: " + e.getOriginalMessage(), e);
    }
    return aliases;
  }

  private static void add(JsonNode alias, Map<Id, String> aliases) {
    var members =
        alias.properties().stream().map(Map.Entry::getKey).collect(Collectors.toUnmodifiableSet());
    var name = alias.path("name").asText();
    if (!members.equals(MEMBERS)
        || alias.properties().stream().anyMatch(member -> !member.getValue().isTextual())
        || name.isEmpty()
        || name.matches(".*[,:].*")) {
      LOG.warnf(
          "assay.inspector.pci-device-alias: %s is left out; an alias has vendor_id, product_id and name, all texts, and no comma or colon in the name.",
          alias);
      return;
    }
    aliases.put(
        new Id(alias.path("vendor_id").textValue(), alias.path("product_id").textValue()), name);
  }
}
