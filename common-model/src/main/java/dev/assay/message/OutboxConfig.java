package dev.assay.message;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How committed messages are sent. */
@ConfigMapping(prefix = "assay.outbox")
public interface OutboxConfig {
  /** How often to look for messages left by others or due later; a commit here wakes at once. */
  @WithDefault("1s")
  Duration pollInterval();

  /** After this time a message whose delivery is not confirmed is sent again. */
  @WithDefault("60s")
  Duration redeliverAfter();

  /** Messages under way at once, at most; 1 to 10000. */
  @WithDefault("256")
  int inFlight();
}
