package dev.assay.liveness;

import java.time.Duration;

/** A monitored loop: one thread that repeats a task and reports the start of each iteration. */
public final class Loop {
  private static final int OUT_OF_MEMORY = 3; // as with -XX:+ExitOnOutOfMemoryError

  private final String name;
  private final Duration limit;
  private final Loops loops;
  private volatile long last = System.nanoTime();

  Loop(String name, Duration limit, Loops loops) {
    this.name = name;
    this.limit = limit;
    this.loops = loops;
  }

  /** Reports that an iteration begins, no matter how it ends. */
  public void turn() {
    last = System.nanoTime();
  }

  /** Reports that the loop ends deliberately. */
  public void end() {
    loops.remove(this);
  }

  /**
   * To be called with anything that an iteration threw, which the loop survives. An error of the
   * virtual machine, such as lack of memory, ends the process at once, as the process may no longer
   * be in a consistent state.
   */
  public void survive(Throwable e) {
    if (e instanceof VirtualMachineError && !(e instanceof StackOverflowError)) {
      try {
        System.err.println(lastWords(e)); // a log may need more than there is, or be written later
      } finally {
        Runtime.getRuntime().halt(OUT_OF_MEMORY);
      }
    }
  }

  String lastWords(Throwable e) {
    return "The process ends, as its loop " + name + " met an error of the virtual machine: " + e;
  }

  String name() {
    return name;
  }

  /** The time since the last iteration began. */
  Duration silence() {
    return Duration.ofNanos(System.nanoTime() - last);
  }

  boolean isAlive() {
    return silence().compareTo(limit) <= 0;
  }
}
