package dev.assay.message;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How committed messages are sent. */
@ConfigMapping(prefix = "assay.outbox")
public interface OutboxConfig {
  /**
   * How often to look for messages left by others or due later; what is committed here is sent at
   * once.
   */
  @WithDefault("1s")
  Duration pollInterval();

  /**
   * A process that has not renewed its hold on a message for so long is taken for dead, and another
   * sends the message.
   */
  @WithDefault("5s")
  Duration redeliverAfter();

  /**
   * Messages under way at once, at most; commands, inspections to be started and announcements are
   * counted apart. In the all-in-one a command is under way until it is carried out: not less than
   * assay.conductor.workers and assay.conductor.max-concurrent-starts. 1 to 10000.
   */
  @WithDefault("256")
  int inFlight();
}
