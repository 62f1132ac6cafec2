package dev.assay.document;

import io.quarkus.arc.Unremovable;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** When objects of the object store are deleted that nothing refers to any more. */
@ConfigMapping(prefix = "assay.inventory")
@Unremovable // a service that reads half of the prefix must not reject the other half
public interface OrphanConfig {
  /**
   * How old an object of the store must be before it is deleted because nothing refers to it, by
   * the clock of the store. More than the age of the oldest backup of the database that would be
   * restored: the objects that it refers to must still be there then. At least 2h.
   */
  @WithDefault("1d")
  Duration orphanAge();

  /** How often such objects are looked for; 0 is never. */
  @WithDefault("1h")
  Duration sweepInterval();
}
