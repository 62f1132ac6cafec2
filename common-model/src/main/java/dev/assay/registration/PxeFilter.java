package dev.assay.registration;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A registered PXE filter.
 *
 * @param alive whether its registration has not expired, by the database clock
 * @param reported null for one of an earlier version
 */
public record PxeFilter(
    String hostname, boolean alive, @Nullable PxeFilterReport reported, Instant updatedAt) {
  /** What it says about itself; empty for one of an earlier version. */
  public Optional<PxeFilterReport> report() {
    return Optional.ofNullable(reported);
  }

  /** True when it is alive and in {@code state}. */
  public boolean is(PxeFilterReport.State state) {
    return alive && report().filter(it -> it.state() == state).isPresent();
  }
}
