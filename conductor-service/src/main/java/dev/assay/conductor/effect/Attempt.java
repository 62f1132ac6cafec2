package dev.assay.conductor.effect;

import java.time.Duration;

/**
 * The outcome of one attempt at a call. Its reasons complete the text "the call was given up: ".
 */
sealed interface Attempt {
  /** 2xx, at the end of any redirects. */
  record Succeeded() implements Attempt {}

  /**
   * Another attempt may succeed, {@code retryAfter} from now at the earliest; zero for any time.
   */
  record Failed(String why, Duration retryAfter) implements Attempt {}

  /** Another attempt would end the same way. */
  record Refused(String why) implements Attempt {}
}
