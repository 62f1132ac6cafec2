package dev.assay.message;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** How committed messages are sent. */
@ConfigMapping(prefix = "assay.outbox")
public interface OutboxConfig {
  /**
   * How often to look for messages left by other processes or due later; messages committed in this
   * process are sent at once.
   */
  @WithDefault("1s")
  Duration pollInterval();

  /**
   * When a process has not renewed its hold on a message for so long, it counts as dead and another
   * process sends the message.
   */
  @WithDefault("5s")
  Duration redeliverAfter();

  /**
   * Maximum number of messages being sent at once; commands, starts of inspections and
   * announcements are counted separately. In the all-in-one a command counts until it is carried
   * out: use at least assay.conductor.workers and assay.conductor.max-concurrent-starts. 1 to
   * 10000.
   */
  @WithDefault("256")
  int inFlight();
}
