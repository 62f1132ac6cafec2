package dev.assay.schema;

import io.quarkus.arc.Unremovable;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;

/** Who changes the schema of the database. */
@ConfigMapping(prefix = "assay.schema")
@Unremovable
public interface SchemaConfig {
  /**
   * Whether API services and conductors bring the database schema to their version when they start:
   * {@code always}: the first one does it, others wait for it; {@code never}: they wait until it
   * has been done; {@code only}: they do it and end with status 0, for a step of a deployment
   * before its services.
   */
  @WithDefault("always")
  Migrate migrate();

  /** Whether a process changes the schema. */
  enum Migrate {
    ALWAYS,
    NEVER,
    ONLY
  }
}
