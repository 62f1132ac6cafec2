package dev.assay.registration;

import dev.assay.hardware.DriverDescription;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A registered conductor. {@code alive} by the clock of the database: online and its registration
 * not expired. Source: spec conductor.md 2.
 */
public record Conductor(
    String hostname,
    String group,
    boolean alive,
    List<DriverDescription> drivers,
    Instant createdAt,
    Instant updatedAt) {
  public Conductor {
    drivers = List.copyOf(drivers);
  }

  /** What it says of {@code driver}; empty when it does not serve it. */
  public Optional<DriverDescription> driver(String name) {
    return drivers.stream().filter(driver -> driver.name().equals(name)).findFirst();
  }
}
