package dev.assay.api.event;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** The live stream of the events of inspections, {@code GET /v1/events}. */
@ConfigMapping(prefix = "assay.events")
public interface EventsConfig {
  /** Streams that an API service serves at once; further ones get 503. 0 serves none. */
  @WithDefault("2000")
  int maxSubscribers();

  /**
   * How often new events are looked for while somebody is subscribed, with one query for all
   * streams of the service; 50ms to 10s.
   */
  @WithDefault("250ms")
  Duration interval();

  /**
   * How many streams the service writes in a second at most; 50 to 100000. With more streams each
   * gets its events less often, several at once: 2,000 streams at most 2 s after they were read. So
   * callbacks are slowed little however many streams there are.
   */
  @WithDefault("1000")
  int writesPerSecond();

  /**
   * How long a stream may be silent before a comment with the latest event id is sent, up to a
   * fifth less; 1s to 60s. Proxies between must allow connections that are idle for longer.
   */
  @WithDefault("15s")
  Duration heartbeat();

  /**
   * How long a stream lasts, give or take a tenth; 10s or more. Then the client connects again,
   * authenticates again, and continues by the id of the last event.
   */
  @WithDefault("1h")
  Duration maxDuration();
}
