package dev.assay.memory;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import java.util.Optional;

/** How much heap the data of machines may take in one process. */
@ConfigMapping(prefix = "assay.memory")
public interface MemoryConfig {
  /**
   * Heap for large payloads that are parsed and processed; 4M or more. Default: three eighths of
   * the maximum heap. Several at once share half of it; one that needs more than half is processed
   * alone. A request waits while too little of it is free. A single body that needs more than all
   * is rejected with 413. In addition, a third of this size is reserved for bodies up to 64 KiB,
   * and a third for long responses. Own option.
   */
  Optional<MemorySize> payloads();
}
