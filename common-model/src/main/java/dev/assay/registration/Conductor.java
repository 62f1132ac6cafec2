package dev.assay.registration;

import dev.assay.hardware.DriverDescription;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A registered conductor. It is {@code alive} when it is online and its registration has not
 * expired, and {@code expected} when it is alive or was so not long ago, both by the database
 * clock. Source: spec conductor.md 2.
 */
public record Conductor(
    String hostname,
    String group,
    boolean alive,
    boolean expected,
    List<DriverDescription> drivers,
    Instant createdAt,
    Instant updatedAt) {
  public Conductor {
    drivers = List.copyOf(drivers);
  }

  /**
   * Returns the conductor's description of the driver {@code name}; empty when it does not serve
   * it.
   */
  public Optional<DriverDescription> driver(String name) {
    return drivers.stream().filter(driver -> driver.name().equals(name)).findFirst();
  }
}
