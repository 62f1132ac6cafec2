package dev.assay.conductor.hook;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.hook.Changes;
import dev.assay.hook.HookConfig;
import dev.assay.hook.HookInput;
import dev.assay.hook.InspectionHook;
import dev.assay.storedjson.StoredJson;
import java.util.Optional;

/**
 * Records which accelerators the machine has.
 *
 * <p>Reads plugin data {@code pci_devices}; sets property {@code accelerators} to a list of the
 * known devices found, which may be empty; each has the members of the known device, and {@code
 * pci_address}. Without PCI devices the property stays, with a warning. The known devices are those
 * of {@code assay.inspector.known-accelerators}. Source: spec hooks.md 11.
 */
public final class AcceleratorsHook implements InspectionHook {
  private final KnownAccelerators known;

  /** Knows no device until it is configured. */
  public AcceleratorsHook() {
    this(KnownAccelerators.NONE);
  }

  private AcceleratorsHook(KnownAccelerators known) {
    this.known = known;
  }

  @Override
  public String name() {
    return "accelerators";
  }

  @Override
  public InspectionHook configured(HookConfig config) {
    return new AcceleratorsHook(
        config
            .knownAccelerators()
            .map(KnownAccelerators::read)
            .orElseGet(KnownAccelerators::shipped));
  }

  @Override
  public void process(HookInput in, Changes out) {
    var devices = PciDevice.reported(out, "property accelerators stays as it is.");
    if (devices.isEmpty()) {
      return;
    }
    ArrayNode found = StoredJson.MAPPER.createArrayNode();
    for (var device : devices) {
      accelerator(device, out).ifPresent(found::add);
    }
    out.property("accelerators", found);
  }

  private Optional<ObjectNode> accelerator(PciDevice device, Changes out) {
    var hit = known.find(device);
    if (hit.isPresent() && device.bus().isEmpty()) {
      out.warn(
          "Accelerator %s:%s is left out: the ramdisk did not send its PCI address."
              .formatted(device.vendor(), device.product()));
      return Optional.empty();
    }
    return hit.map(fields -> fields.put("pci_address", device.bus().orElseThrow()));
  }
}
