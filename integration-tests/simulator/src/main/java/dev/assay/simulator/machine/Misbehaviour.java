package dev.assay.simulator.machine;

import java.time.Duration;

/**
 * A fault that a simulated machine shows; it has one at a time. A BMC that controls several
 * machines shows the faults of BMCs that its first machine has, and ignores those of the others.
 */
public sealed interface Misbehaviour {

  /** No fault. */
  record None() implements Misbehaviour {}

  /** Boots, but takes this long instead of the plan's boot time. */
  record SlowBoot(Duration bootTime) implements Misbehaviour {}

  /** Is powered on but never boots. */
  record NeverBoots() implements Misbehaviour {}

  /** Sends an invalid callback. */
  record PostsGarbage(Garbage garbage) implements Misbehaviour {}

  /** Sends the callback twice, concurrently. */
  record PostsTwice() implements Misbehaviour {}

  /**
   * Closes the connection after sending the first callback of a boot, without reading the response;
   * its agent restarts and posts again.
   */
  record LosesAnswer() implements Misbehaviour {}

  /**
   * Its collectors fail: the callback is posted with {@code error} set.
   *
   * @param failure the text after the bullet, one line
   */
  record ReportsError(String failure) implements Misbehaviour {}

  /**
   * The BMC responds to every request with an error.
   *
   * @param status HTTP status, 401 or 503
   */
  record BmcRefuses(int status) implements Misbehaviour {
    public BmcRefuses {
      if (status != 401 && status != 503) {
        throw new IllegalArgumentException("a BMC refuses with 401 or 503, not " + status);
      }
    }
  }

  /** The port of the BMC is closed: new connections are refused, open ones are closed. */
  record BmcPortClosed() implements Misbehaviour {}

  /** The BMC accepts connections and requests but never responds. */
  record BmcHangs() implements Misbehaviour {}

  /** The BMC answers every request with status 200 and something that is not a resource. */
  record BmcAnswersGarbage() implements Misbehaviour {}

  /** Its operating system ignores a request to shut down, so a graceful shutdown has no effect. */
  record IgnoresShutdown() implements Misbehaviour {}

  /** The content of an invalid callback. */
  enum Garbage {
    /** Text that is not JSON. */
    NOT_JSON,
    /** The first half of a valid body. */
    TRUNCATED,
    /** Valid JSON in which {@code inventory.interfaces} is a string. */
    WRONG_SHAPE
  }
}
