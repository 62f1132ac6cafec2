package dev.assay.api.node;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Bounds how many pages of whole nodes are made at once: as many as there are processors. More
 * would not be faster, and one of 1,000 nodes holds some 10 MB: a dozen clients must not fill the
 * heap. Others wait in the order they came.
 */
@ApplicationScoped
class WholePages {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Semaphore free;
  private final Duration patience;

  WholePages() {
    this(Runtime.getRuntime().availableProcessors(), PATIENCE);
  }

  /** {@code patience} is how long a page waits for its turn. */
  WholePages(int atOnce, Duration patience) {
    this.free = new Semaphore(atOnce, true);
    this.patience = patience;
  }

  /** UNAVAILABLE when it does not get its turn for too long. */
  byte[] make(Supplier<byte[]> page) {
    if (!turn()) {
      throw new AssayException(
          ErrorCode.UNAVAILABLE,
          "Too many clients ask for lists of nodes with all fields; try again, or ask for fewer"
              + " fields.");
    }
    try {
      return page.get();
    } finally {
      free.release();
    }
  }

  private boolean turn() {
    try {
      return free.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
