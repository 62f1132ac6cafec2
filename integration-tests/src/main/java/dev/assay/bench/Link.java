package dev.assay.bench;

import java.util.concurrent.TimeUnit;

/**
 * Limits the bandwidth that several senders share, like a network link. Without a limit, senders on
 * loopback would fill the buffers of the kernel at once and take processor time that the service
 * needs.
 */
final class Link {
  private final long megabytesPerSecond;
  private long freeAt = System.nanoTime();

  /** A link with this bandwidth in million bytes a second; 0 means no limit. */
  Link(int megabytesPerSecond) {
    this.megabytesPerSecond = megabytesPerSecond;
  }

  /** Waits until {@code bytes} have passed, after those of all earlier callers. */
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
