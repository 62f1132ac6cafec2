package dev.assay.simulator.machine;

import java.time.Duration;

/** How a machine deviates from a good one; it has one misbehaviour at a time. */
public sealed interface Misbehaviour {

  /** A good machine. */
  record None() implements Misbehaviour {}

  /** Boots, but takes this long instead of the plan's boot time. */
  record SlowBoot(Duration bootTime) implements Misbehaviour {}

  /** Is on, and nothing ever comes from it. */
  record NeverBoots() implements Misbehaviour {}

  /** Sends a callback that no service can use. */
  record PostsGarbage(Garbage garbage) implements Misbehaviour {}

  /** Sends the callback two times at once. */
  record PostsTwice() implements Misbehaviour {}

  /**
   * Hangs up after sending the first callback of a boot, without reading the answer; its agent
   * restarts and posts again.
   */
  record LosesAnswer() implements Misbehaviour {}

  /**
   * Its collectors fail: the callback is posted with {@code error} set.
   *
   * @param failure the text after the bullet, one line
   */
  record ReportsError(String failure) implements Misbehaviour {}

  /**
   * The BMC answers every request with an error.
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

  /** Nothing listens on the BMC's port: connections are refused, open ones are cut. */
  record BmcPortClosed() implements Misbehaviour {}

  /** The BMC accepts connections and requests and never answers. */
  record BmcHangs() implements Misbehaviour {}

  /** Its operating system does not react when it is asked to shut down; the BMC passes that on. */
  record IgnoresShutdown() implements Misbehaviour {}

  /** What a bad callback consists of. */
  enum Garbage {
    /** Text that is no JSON at all. */
    NOT_JSON,
    /** The first half of a good body. */
    TRUNCATED,
    /** Good JSON in which {@code inventory.interfaces} is a string. */
    WRONG_SHAPE
  }
}
