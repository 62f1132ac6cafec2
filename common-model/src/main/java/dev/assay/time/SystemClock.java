package dev.assay.time;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.time.Clock;

/** Produces the clock to inject; it has microseconds, as the database stores them. */
@ApplicationScoped
public class SystemClock {
  @Produces
  @ApplicationScoped
  Clock clock() {
    return Clock.tick(Clock.systemUTC(), java.time.Duration.ofNanos(1000));
  }
}
