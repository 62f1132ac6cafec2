package dev.assay.memory;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The metric of the memory that this process occupies, by which the kernel and containers limit it:
 * heap, code, threads and buffers. Source: proc(5), /proc/self/status.
 */
@Startup
@ApplicationScoped
class ResidentMemory {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String RESIDENT = "VmRSS:";
  private static final int KIBIBYTE = 1024;

  ResidentMemory(MeterRegistry metrics) {
    Gauge.builder("assay.process.resident.memory.bytes", ResidentMemory::bytes)
        .description("Memory that the process occupies; NaN where the system does not tell")
        .register(metrics);
  }

  /** NaN on other systems than Linux. */
  static double bytes() {
    try (var lines = Files.lines(STATUS)) {
      return lines
          .filter(line -> line.startsWith(RESIDENT))
          .findFirst()
          .map(line -> line.substring(RESIDENT.length()).replace("kB", "").strip())
          .map(kibibytes -> Double.parseDouble(kibibytes) * KIBIBYTE)
          .orElse(Double.NaN);
    } catch (IOException _) {
      return Double.NaN;
    }
  }
}
