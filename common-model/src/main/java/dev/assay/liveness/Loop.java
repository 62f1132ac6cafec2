package dev.assay.liveness;

import java.time.Duration;

/** One thread that does the same again and again, and says so each time. */
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

  /** A turn begins, whatever comes of it. */
  public void turn() {
    last = System.nanoTime();
  }

  /** It ends on purpose. */
  public void end() {
    loops.remove(this);
  }

  /**
   * To be called with whatever a turn threw, which the loop survives. An error of the virtual
   * machine, such as no memory, ends the process at once: what else is broken by it nobody knows.
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

  /** Since its last turn began. */
  Duration silence() {
    return Duration.ofNanos(System.nanoTime() - last);
  }

  boolean isAlive() {
    return silence().compareTo(limit) <= 0;
  }
}
