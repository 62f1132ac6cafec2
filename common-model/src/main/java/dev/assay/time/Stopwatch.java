package dev.assay.time;

import jakarta.enterprise.context.ApplicationScoped;

/** Measures how much time passes, whatever happens to the clock of the machine. */
@ApplicationScoped
public class Stopwatch {
  /** Nanoseconds since a moment that is the same for this whole process. */
  public long nanos() {
    return System.nanoTime();
  }
}
