package dev.assay.conductor.power;

import dev.assay.hardware.Sleep;
import dev.assay.registration.ConductorConfig;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.hibernate.Session;

/**
 * Keeps a minimum time between the machines that all conductors together power on for inspections.
 * A turn is taken when it has come and not before: a conductor that dies while it waits delays
 * nobody. Source: spec conductor.md 6.3.
 */
@ApplicationScoped
public class PowerOnThrottle {
  private static final Duration LONGEST = Duration.ofMinutes(1);

  /** Others may have taken the turn that was waited for. */
  private static final Duration SHORTEST_WAIT = Duration.ofMillis(10);

  private final Session database;
  private final Duration interval;
  private final Sleep sleep;

  /** One thread of each conductor asks the database; the others wait in order of arrival. */
  private final Semaphore first = new Semaphore(1, true);

  @Inject
  PowerOnThrottle(Session database, ConductorConfig config) {
    this(database, config.rebootThrottle(), Sleep.REAL);
  }

  PowerOnThrottle(Session database, Duration interval, Sleep sleep) {
    if (interval.isNegative() || interval.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "assay.conductor.reboot-throttle must be from 0s to 60s, not " + interval);
    }
    this.database = database;
    this.interval = interval;
    this.sleep = sleep;
  }

  /** False when nobody has to wait. */
  public boolean isOn() {
    return !interval.isZero();
  }

  /**
   * Waits until a machine may be powered on, at most {@code limit}; false when the turn has not
   * come by then. Throws CancellationException when the thread is interrupted.
   */
  public boolean awaitTurn(Duration limit) {
    var end = System.nanoTime() + limit.toNanos();
    try {
      if (!first.tryAcquire(limit.toNanos(), TimeUnit.NANOSECONDS)) {
        return false;
      }
    } catch (InterruptedException _) {
      throw cancelled();
    }
    try {
      while (true) {
        var wait = QuarkusTransaction.requiringNew().call(this::take);
        if (wait.isZero()) {
          return true;
        }
        if (System.nanoTime() + wait.toNanos() - end > 0) {
          return false;
        }
        sleep.pause(wait);
      }
    } catch (InterruptedException _) {
      throw cancelled();
    } finally {
      first.release();
    }
  }

  private static CancellationException cancelled() {
    Thread.currentThread().interrupt();
    return new CancellationException("interrupted while waiting for the turn to power on");
  }

  /**
   * Takes the turn if it has come; else returns how long that may take. One that is too far ahead
   * was taken with a longer interval, or by a clock that was wrong.
   */
  private Duration take() {
    var taken =
        database
            .createNativeMutationQuery(
                """
                insert into power_on_turn (next_at)
                values (clock_timestamp() + ?1 * interval '1 ms')
                on conflict (only_row) do update set next_at = excluded.next_at
                where power_on_turn.next_at <= clock_timestamp()
                   or power_on_turn.next_at > clock_timestamp() + ?1 * interval '1 ms'
                """)
            .setParameter(1, interval.toMillis())
            .executeUpdate();
    return taken == 1 ? Duration.ZERO : left();
  }

  private Duration left() {
    var milliseconds =
        (Number)
            database
                .createNativeQuery(
                    "select ceil(date_part('epoch', next_at - clock_timestamp()) * 1000)"
                        + " from power_on_turn",
                    Object.class)
                .getSingleResult();
    return Duration.ofMillis(Math.max(milliseconds.longValue(), SHORTEST_WAIT.toMillis()));
  }
}
