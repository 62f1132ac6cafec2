package dev.assay.api.body;

import io.quarkus.runtime.configuration.MemorySize;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The default limits, but 16 MiB of disk space in {@code folder}. */
public record LittleDisk(Path folder) implements BodyConfig {
  @Override
  public Duration bodyTimeout() {
    return Duration.ofMinutes(5);
  }

  @Override
  public Duration bodyStallTimeout() {
    return Duration.ofSeconds(30);
  }

  @Override
  public Optional<Path> bodyFolder() {
    return Optional.of(folder);
  }

  @Override
  public MemorySize bodyDiskSize() {
    return new MemorySize(BigInteger.valueOf(16L << 20));
  }

  @Override
  public Optional<MemorySize> bodyRate() {
    return Optional.empty();
  }

  @Override
  public Duration bodyMemoryTimeout() {
    return Duration.ofSeconds(15);
  }
}
