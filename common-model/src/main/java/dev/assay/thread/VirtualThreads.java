package dev.assay.thread;

/** The platform threads that virtual threads run on. */
public final class VirtualThreads {
  private static final String PARALLELISM = "jdk.virtualThreadScheduler.parallelism";
  private static final int LEAST = 8;

  private VirtualThreads() {}

  /**
   * Lets more virtual threads compute at once than there are processors, unless the operator has
   * set a number: Java never interrupts a virtual thread that computes, but the operating system
   * shares processors between platform threads. With one for each processor, two long bodies that
   * are parsed would keep every other request waiting. To be called before the first virtual thread
   * is started. Source: docs/decisions/0014.
   */
  public static void shareProcessors() {
    if (System.getProperty(PARALLELISM) == null) {
      System.setProperty(PARALLELISM, String.valueOf(parallelism()));
    }
  }

  private static int parallelism() {
    return Math.max(LEAST, 2 * Runtime.getRuntime().availableProcessors());
  }
}
