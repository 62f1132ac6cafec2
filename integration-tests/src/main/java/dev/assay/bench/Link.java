package dev.assay.bench;

import java.util.concurrent.TimeUnit;

/**
 * The network link that senders share. Over loopback nothing bounds them: they would fill the
 * buffers of the kernel at once, and take the processors for it that the service needs.
 */
final class Link {
  private final long megabytesPerSecond;
  private long freeAt = System.nanoTime();

  /** One of so many million bytes a second; 0 is no bound. */
  Link(int megabytesPerSecond) {
    this.megabytesPerSecond = megabytesPerSecond;
  }

  /** Waits until {@code bytes} have passed, behind those of all who came before. */
  void pass(int bytes) throws InterruptedException {
    if (megabytesPerSecond > 0) {
      TimeUnit.NANOSECONDS.sleep(passedAt(bytes) - System.nanoTime());
    }
  }

  private synchronized long passedAt(int bytes) {
    var now = System.nanoTime();
    if (freeAt - now < 0) {
      freeAt = now;
    }
    freeAt += bytes * 1000L / megabytesPerSecond;
    return freeAt;
  }
}
