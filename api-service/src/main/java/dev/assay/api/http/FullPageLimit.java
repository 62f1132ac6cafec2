package dev.assay.api.http;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Bounds how many pages of whole rows are made at once: as many as there are processors. More would
 * not be faster, and one of 1,000 nodes holds some 10 MB: a dozen clients must not fill the heap.
 * Others wait in the order they came. A page keeps its turn until it is counted among the long
 * answers, so that no more than these few are in memory beside those.
 */
@ApplicationScoped
public class FullPageLimit {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Semaphore free;
  private final Duration patience;
  private final Consumer<byte[]> made;

  @Inject
  FullPageLimit(LargeResponses answers) {
    this(Runtime.getRuntime().availableProcessors(), PATIENCE, answers::count);
  }

  /**
   * {@code patience} is how long a page waits for its turn; {@code made} counts it while it has it.
   */
  FullPageLimit(int atOnce, Duration patience, Consumer<byte[]> made) {
    this.free = new Semaphore(atOnce, true);
    this.patience = patience;
    this.made = made;
  }

  /** UNAVAILABLE when it does not get its turn for too long. */
  public byte[] make(Supplier<byte[]> page) {
    if (!turn()) {
      throw new AssayException(
          ErrorCode.UNAVAILABLE,
          "Too many clients ask for lists of nodes with all fields, or of ports, port groups, chassis or inspections; try again later.");
    }
    try {
      var bytes = page.get();
      made.accept(bytes);
      return bytes;
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
