package dev.assay.api.attempt;

import dev.assay.id.MacAddress;
import dev.assay.id.NodeId;
import java.util.List;
import java.util.Optional;

/**
 * What identifies a machine in a lookup: UUID of its node, MAC addresses and BMC addresses, these
 * in canonical text form.
 */
public record LookupKeys(Optional<NodeId> uuid, List<MacAddress> macs, List<String> bmcAddresses) {
  private static final int MAX_SHOWN = 8;

  public LookupKeys {
    macs = List.copyOf(macs);
    bmcAddresses = List.copyOf(bmcAddresses);
  }

  /** True when there is no key. */
  public boolean none() {
    return uuid.isEmpty() && macs.isEmpty() && bmcAddresses.isEmpty();
  }

  /**
   * For the log; short, and every part has a fixed format, so that clients cannot inject log lines.
   */
  @Override
  public String toString() {
    return "uuid %s, MACs %s, BMC %s"
        .formatted(
            uuid.map(NodeId::toString).orElse("none"), shortened(macs), shortened(bmcAddresses));
  }

  private static String shortened(List<?> all) {
    return all.size() <= MAX_SHOWN
        ? all.toString()
        : "%s and %d more".formatted(all.subList(0, MAX_SHOWN), all.size() - MAX_SHOWN);
  }
}
