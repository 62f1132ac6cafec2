package dev.assay.pxefilter.filter;

import dev.assay.id.MacAddress;
import java.util.Collection;
import java.util.Optional;

/** Leaves the DHCP server alone. */
public final class NoFilter implements BootFilter {
  @Override
  public int reconcile(AccessList list, Permit permit) {
    return 0;
  }

  @Override
  public void update(AccessList list, Collection<MacAddress> changed, Permit permit) {}

  @Override
  public void prolong(Permit permit) {}

  @Override
  public void denyAll() {}

  @Override
  public Optional<String> warning() {
    return Optional.empty();
  }

  @Override
  public void close() {}
}
