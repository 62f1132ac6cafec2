package dev.assay.conductor.hook;

import dev.assay.hook.Changes;
import dev.assay.hook.HookConfig;
import dev.assay.hook.HookInput;
import dev.assay.hook.InspectionHook;
import java.util.HashSet;
import java.util.List;

/**
 * Records which of the known flags the CPU has.
 *
 * <p>{@code assay.inspector.cpu-capabilities} maps flags to capabilities. For each flag in {@code
 * inventory.cpu.flags}, in the order configured, sets its capability to {@code true}; warns when
 * there are no flags. Capabilities that no longer apply stay. Source: spec hooks.md 10.
 */
public final class CpuCapabilitiesHook implements InspectionHook {
  private final List<Known> known;

  private record Known(String flag, String capability) {
    static Known parse(String item) {
      var parts = item.strip().split(":", -1);
      if (parts.length != 2 || parts[0].isBlank() || parts[1].isBlank()) {
        throw new IllegalArgumentException(
            "assay.inspector.cpu-capabilities has the item \"%s\"; write flag:capability"
                .formatted(item));
      }
      return new Known(parts[0].strip(), parts[1].strip());
    }
  }

  /** Knows no flag until it is configured. */
  public CpuCapabilitiesHook() {
    this(List.of());
  }

  private CpuCapabilitiesHook(List<Known> known) {
    this.known = List.copyOf(known);
  }

  @Override
  public String name() {
    return "cpu-capabilities";
  }

  @Override
  public InspectionHook configured(HookConfig config) {
    return new CpuCapabilitiesHook(config.cpuCapabilities().stream().map(Known::parse).toList());
  }

  @Override
  public void process(HookInput in, Changes out) {
    var flags = new HashSet<String>();
    for (var flag : in.inventory().member("cpu").path("flags")) {
      if (flag.isTextual()) {
        flags.add(flag.textValue());
      }
    }
    if (flags.isEmpty()) {
      out.warn("The inventory has no CPU flags: capabilities stay as they are.");
    }
    known.stream()
        .filter(item -> flags.contains(item.flag()))
        .forEach(item -> out.capability(item.capability(), "true"));
  }
}
