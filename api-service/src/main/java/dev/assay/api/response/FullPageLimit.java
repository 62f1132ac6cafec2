package dev.assay.api.response;

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
 * Limits how many pages of full rows are built at once to the number of processors. More would not
 * be faster, and a page of 1,000 nodes holds some 10 MB: a dozen clients must not fill the heap.
 * Others wait in order of arrival. A page keeps its slot until it is counted among the long
 * responses, so that only these few are in memory in addition to those.
 */
@ApplicationScoped
public class FullPageLimit {
  private static final Duration MAX_WAIT = Duration.ofSeconds(30);

  private final Semaphore slots;
  private final Duration patience;
  private final Consumer<byte[]> made;

  @Inject
  FullPageLimit(LargeResponses answers) {
    this(Runtime.getRuntime().availableProcessors(), MAX_WAIT, answers::count);
  }

  /**
   * {@code patience} is how long a page waits for a slot; {@code made} counts the page before it
   * leaves the slot.
   */
  FullPageLimit(int atOnce, Duration patience, Consumer<byte[]> made) {
    this.slots = new Semaphore(atOnce, true);
    this.patience = patience;
    this.made = made;
  }

  /** Builds {@code page} in a slot; throws UNAVAILABLE when none becomes free in time. */
  public byte[] make(Supplier<byte[]> page) {
    if (!acquireSlot()) {
      throw new AssayException(
          ErrorCode.UNAVAILABLE,
          "Too many clients ask for lists of nodes with all fields, or of ports, port groups, chassis, inspections or events; try again later.");
    }
    try {
      var bytes = page.get();
      made.accept(bytes);
      return bytes;
    } finally {
      slots.release();
    }
  }

  private boolean acquireSlot() {
    try {
      return slots.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
