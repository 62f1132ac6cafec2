package dev.assay.conductor.hardware.ipmi;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.assay.hardware.Deadline;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Lets this process send one command at a time to each BMC, with a pause in between: many BMCs have
 * few sessions, and stop answering when they are asked too fast.
 */
final class BmcTurns {
  private static final int MAX_BMCS = 100_000;
  private static final Duration LEAST_WAIT = Duration.ofSeconds(1);

  private final InstantSource clock;
  private final Duration interval;
  private final Cache<String, Turn> turns = Caffeine.newBuilder().maximumSize(MAX_BMCS).build();

  /** {@code interval}: from the end of one command to the beginning of the next. */
  BmcTurns(InstantSource clock, Duration interval) {
    this.clock = clock;
    this.interval = interval;
  }

  private static final class Turn {
    private final ReentrantLock lock = new ReentrantLock(true);
    private Optional<Instant> ended = Optional.empty();
  }

  /**
   * Runs {@code command} when it is its turn; empty when that does not come before the deadline.
   */
  <T> Optional<T> take(IpmiAccess bmc, Deadline deadline, Supplier<T> command) {
    var turn = turns.get(bmc.toString(), _ -> new Turn());
    if (!locked(turn, deadline)) {
      return Optional.empty();
    }
    try {
      var rest = rest(turn);
      if (rest.isPositive()) {
        deadline.pause(rest);
      }
      return Optional.of(command.get());
    } finally {
      turn.ended = Optional.of(clock.instant());
      turn.lock.unlock();
    }
  }

  private static boolean locked(Turn turn, Deadline deadline) {
    try {
      var limit = deadline.left().compareTo(LEAST_WAIT) < 0 ? LEAST_WAIT : deadline.left();
      return turn.lock.tryLock(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      throw Deadline.cancelled();
    }
  }

  /** Never longer than the interval, also when the clock was set back. */
  private Duration rest(Turn turn) {
    var rest =
        turn.ended
            .map(ended -> Duration.between(clock.instant(), ended.plus(interval)))
            .orElse(Duration.ZERO);
    return rest.compareTo(interval) < 0 ? rest : interval;
  }
}
