package dev.assay.api.body;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** How request bodies are received and long responses sent. */
@ConfigMapping(prefix = "assay.api")
public interface BodyConfig {
  /**
   * How long receiving one request body may take; 1s or more. After that the request fails with
   * 503. The connection of a client that takes longer to read a list or an inventory of more than
   * 256 KiB is closed. Own option.
   */
  @WithDefault("5m")
  Duration bodyTimeout();

  /**
   * How long a sender may take for the next 16 KiB of a body, or for the rest of it; 1s or more.
   * After that the request fails with 503. The connection of a client that takes longer to read the
   * next 16 KiB of a list or an inventory of more than 256 KiB is closed. Own option.
   */
  @WithDefault("30s")
  Duration bodyStallTimeout();

  /**
   * The folder in which bodies of more than 64 KiB are kept until they are complete, and shorter
   * ones when memory is short, in files without a name. Default: the folder for temporary files, in
   * the all-in-one its data folder. It should be on a disk, not in memory. Own option.
   */
  Optional<Path> bodyFolder();

  /**
   * The disk space that such bodies may take together; 16M or more. When it is used up, the sender
   * that has made no progress for the longest time is cut off with 503. Own option.
   */
  @WithDefault("1024M")
  MemorySize bodyDiskSize();

  /**
   * Bytes a second at which all bodies of more than 64 KiB are received together; 1M or more.
   * Faster senders are slowed down, so that short requests need not wait. Default: 16M for each
   * processor. Own option.
   */
  Optional<MemorySize> bodyRate();

  /**
   * How long a complete body may wait for memory (assay.memory.payloads); 0s or more. After that
   * the request fails with 503. Ramdisks wait 30s for a response. Own option.
   */
  @WithDefault("15s")
  Duration bodyMemoryTimeout();
}
