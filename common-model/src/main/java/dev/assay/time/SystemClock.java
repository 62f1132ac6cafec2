package dev.assay.time;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.time.Clock;

/** Gives everybody the same clock; microseconds, as the database keeps them. */
@ApplicationScoped
public class SystemClock {
  @Produces
  @ApplicationScoped
  Clock clock() {
    return Clock.tick(Clock.systemUTC(), java.time.Duration.ofNanos(1000));
  }
}
