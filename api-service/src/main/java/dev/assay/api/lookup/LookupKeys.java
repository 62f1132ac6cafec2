package dev.assay.api.lookup;

import dev.assay.node.NodeId;
import dev.assay.port.MacAddress;
import java.util.List;
import java.util.Optional;

/** What a machine says of itself; BMC addresses in canonical text. */
public record LookupKeys(Optional<NodeId> uuid, List<MacAddress> macs, List<String> bmcAddresses) {
  private static final int MAX_SHOWN = 8;

  public LookupKeys {
    macs = List.copyOf(macs);
    bmcAddresses = List.copyOf(bmcAddresses);
  }

  /** True when there is nothing to look for. */
  public boolean none() {
    return uuid.isEmpty() && macs.isEmpty() && bmcAddresses.isEmpty();
  }

  /**
   * For the log; short, and every part has a fixed form, so that nobody writes lines of his own
   * into it.
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
