package dev.assay.redfish.client;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Circuit breakers, one for each BMC: one that let several requests in a row time out gets none for
 * a while, then a single one as a trial. It thus never holds more than a few threads for the time
 * of a request. Safe for use by several threads.
 */
final class Circuits {
  /** Requests in a row that time out before none is sent. */
  static final int FAILURES = 3;

  /** How long none is sent: short, because operators try again after they mended something. */
  static final Duration PAUSE = Duration.ofSeconds(15);

  private static final int BOUND = 20_000;

  private final InstantSource clock;
  private final Cache<BmcAddress, Circuit> failing =
      Caffeine.newBuilder().maximumSize(BOUND).build();

  /**
   * @param failures in a row
   * @param next when the next request may be sent; every request until then is refused
   */
  private record Circuit(int failures, Instant next) {}

  Circuits(InstantSource clock) {
    this.clock = clock;
  }

  /**
   * Empty when a request may be sent, else how long not. When the pause is over, the first caller
   * may send a trial, and the pause starts anew for the others.
   */
  Optional<Duration> refused(BmcAddress bmc) {
    if (failing.getIfPresent(bmc) == null) {
      return Optional.empty(); // nearly always
    }
    var now = clock.instant();
    var left = new Duration[] {Duration.ZERO};
    failing
        .asMap()
        .computeIfPresent(
            bmc,
            (_, circuit) -> {
              if (circuit.failures() < FAILURES) {
                return circuit;
              }
              if (circuit.next().isAfter(now)) {
                left[0] = Duration.between(now, circuit.next());
                return circuit;
              }
              return new Circuit(circuit.failures(), now.plus(PAUSE));
            });
    return left[0].isZero() ? Optional.empty() : Optional.of(left[0]);
  }

  /** The BMC answered, whatever it said. */
  void answered(BmcAddress bmc) {
    failing.invalidate(bmc);
  }

  /** A request timed out. */
  void timedOut(BmcAddress bmc) {
    var next = clock.instant().plus(PAUSE);
    failing
        .asMap()
        .merge(
            bmc,
            new Circuit(1, next),
            (before, _) -> new Circuit(Math.min(before.failures() + 1, FAILURES), next));
  }
}
