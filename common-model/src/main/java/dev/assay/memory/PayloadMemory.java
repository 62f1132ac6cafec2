package dev.assay.memory;

import io.quarkus.runtime.Startup;
import io.quarkus.runtime.configuration.MemorySize;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

/**
 * The heap that payloads may take in this process, whichever services it holds. Small bodies and
 * answers have shares of their own, so that they do not wait behind large ones.
 */
@Startup
@ApplicationScoped
public class PayloadMemory {
  /** A body up to this many bytes is small. */
  public static final int SMALL = 64 * 1024;

  /** Heap that a parsed JSON text takes for each of its bytes, the text itself included. */
  private static final int TREE = 16;

  private static final long LEAST = 4L * 1024 * 1024;

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

  /** {@code bytes} for large payloads. */
  public PayloadMemory(long bytes) {
    if (bytes < LEAST) {
      throw new IllegalArgumentException(
          "assay.memory.payloads must be 4M or more, not %d bytes".formatted(bytes));
    }
    this.large = new MemoryBudget(bytes);
    this.small = new MemoryBudget(bytes / 3);
    this.answers = new MemoryBudget(bytes / 3);
  }

  /** For payloads of more than {@link #SMALL} bytes. */
  public MemoryBudget large() {
    return large;
  }

  /** For payloads of up to {@link #SMALL} bytes. */
  public MemoryBudget small() {
    return small;
  }

  /** For long answers on their way to the client. */
  public MemoryBudget answers() {
    return answers;
  }

  /**
   * What the text and the tree of a JSON document usually take, by the length of its text. One that
   * is all brackets takes twice as much: what a stranger sends is estimated instead.
   */
  public static long ofTree(long length) {
    return TREE * length;
  }
}
