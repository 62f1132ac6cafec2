package dev.assay.webhook;

import io.quarkus.arc.Unremovable;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How the events of inspections are sent to webhooks. For API services and conductors alike. */
@ConfigMapping(prefix = "assay.webhooks")
@Unremovable // a service that uses only some of these options must accept the others
public interface WebhookConfig {
  /**
   * Hosts that webhooks may name: {@code name}, which allows every port of the host, or {@code
   * name:port}; an IPv6 address is written in brackets. If empty, webhooks are refused.
   */
  Optional<List<String>> hosts();

  /** How long a receiver may take to respond; 1s to 60s. */
  @WithDefault("10s")
  Duration timeout();

  /** Events in one request at most; 1 to 1000. */
  @WithDefault("100")
  int batch();

  /** The longest pause before a failed request is made again; 1s or more. */
  @WithDefault("10m")
  Duration maxPause();

  /**
   * A webhook whose requests have all failed for so long is given up: it is disabled until somebody
   * enables it again. 0 never gives up.
   */
  @WithDefault("3d")
  Duration giveUpAfter();
}
