package dev.assay.api.http;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** How bodies of requests are received, and long answers sent. */
@ConfigMapping(prefix = "assay.api")
public interface BodyConfig {
  /**
   * How long the sending of one body may take; 1s or more. Beyond it is 503. A client that takes
   * longer to read a list or an inventory of more than 256 KiB is cut off. Own option.
   */
  @WithDefault("5m")
  Duration bodyTimeout();

  /**
   * How long a sender may take for the next 16 KiB of a body, or for the rest of it; 1s or more.
   * Beyond it is 503. A client that takes longer for the next 16 KiB of a list or an inventory of
   * more than 256 KiB is cut off. Own option.
   */
  @WithDefault("30s")
  Duration bodyStallTimeout();

  /**
   * The folder in which bodies of more than 64 KiB wait until they are whole, and shorter ones when
   * memory is short, in files without a name; without it the one for temporary files, in the
   * all-in-one its data folder. It should be on a disk, not in memory. Own option.
   */
  Optional<Path> bodyFolder();

  /**
   * The disk space that such bodies take together; 16M or more. When it is used up, the sender that
   * has made no progress for the longest time is cut off with 503. Own option.
   */
  @WithDefault("1024M")
  MemorySize bodyDiskSize();

  /**
   * How many bytes of bodies of more than 64 KiB are received a second, all together; 1M or more.
   * Their senders wait when they are faster, so that short requests need not. 16M for each
   * processor by default. Own option.
   */
  Optional<MemorySize> bodyRate();

  /**
   * How long a body that is whole may wait for memory (assay.memory.payloads); 0s or more. Beyond
   * it is 503. Ramdisks wait 30s for an answer. Own option.
   */
  @WithDefault("15s")
  Duration bodyMemoryTimeout();
}
