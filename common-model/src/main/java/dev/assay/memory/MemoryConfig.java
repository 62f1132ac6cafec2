package dev.assay.memory;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import java.util.Optional;

/** How much heap the data of machines may take in one process. */
@ConfigMapping(prefix = "assay.memory")
public interface MemoryConfig {
  /**
   * Heap for large payloads that are parsed and processed, all together; 4M or more. Without it
   * three eighths of the maximum heap. A request that finds too little of it free waits. A single
   * body that needs more is refused with 413. A third of this again is set aside for bodies up to
   * 64 KiB, and a third for long answers. Own option.
   */
  Optional<MemorySize> payloads();
}
