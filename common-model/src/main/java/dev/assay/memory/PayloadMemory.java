package dev.assay.memory;

import io.quarkus.runtime.Startup;
import io.quarkus.runtime.configuration.MemorySize;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/**
 * The memory budgets for payloads in this process, shared by all services in it. Small bodies and
 * responses have separate budgets, so that they do not wait for large ones.
 */
@Startup
@ApplicationScoped
public class PayloadMemory {
  /** Maximum size of a small body in bytes. */
  public static final int SMALL = 64 * 1024;

  /** Bytes of heap per byte of a parsed JSON text, including the text itself. */
  private static final int HEAP_PER_BYTE = 16;

  /**
   * Large payloads together hold half of their budget: with more of them at once, garbage
   * collections take more time than parsing saves. Source: docs/decisions/0067.
   */
  private static final int WEIGHT = 2;

  private static final long MIN_BYTES = 4L * 1024 * 1024;

  private final MemoryBudget large;
  private final MemoryBudget small;
  private final MemoryBudget answers;

  @Inject
  PayloadMemory(MemoryConfig config) {
    this(
        config
            .payloads()
            .map(MemorySize::asLongValue)
            .orElse(Runtime.getRuntime().maxMemory() / 8 * 3));
  }

  /** Creates the budgets with {@code bytes} for large payloads. */
  public PayloadMemory(long bytes) {
    if (bytes < MIN_BYTES) {
      throw new IllegalArgumentException(
          "assay.memory.payloads must be 4M or more, not %d bytes".formatted(bytes));
    }
    this.large = new MemoryBudget(bytes, WEIGHT);
    this.small = new MemoryBudget(bytes / 3);
    this.answers = new MemoryBudget(bytes / 3);
  }

  /** The budget for payloads of more than {@link #SMALL} bytes. */
  public MemoryBudget large() {
    return large;
  }

  /** The budget for payloads of up to {@link #SMALL} bytes. */
  public MemoryBudget small() {
    return small;
  }

  /** The budget for long responses that are being sent. */
  public MemoryBudget answers() {
    return answers;
  }

  /**
   * Returns the heap that text and tree of a JSON document usually take, by the length of the text.
   * A document of nothing but brackets takes twice as much; for bodies of unauthenticated clients
   * use an estimate of the actual content instead.
   */
  public static long ofTree(long length) {
    return HEAP_PER_BYTE * length;
  }
}
