package dev.assay.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The processor time and memory that some processes have used, read from {@code /proc} (Linux).
 *
 * @param cpuSeconds user and system time since they started, including that of their ended children
 * @param resident resident memory in bytes; pages shared by several processes count for each of
 *     them
 * @param proportional resident memory with shared pages divided among the processes that share them
 *     (PSS); 0 if the kernel does not report it
 */
record ProcessUse(double cpuSeconds, long resident, long proportional) {
  /** The unit of times in {@code /proc/PID/stat}: 100 on every Linux that Java runs on. */
  private static final double TICKS_PER_SECOND = 100;

  /**
   * The index of the user time in {@code stat}, counted after the name in brackets; see proc(5).
   */
  private static final int FIRST_TIME = 11;

  private static final int TIMES = 4;

  /** The sum over all of them that are still running. */
  static ProcessUse of(List<ProcessHandle> processes) {
    return processes.stream()
        .map(process -> Path.of("/proc", String.valueOf(process.pid())))
        .map(ProcessUse::read)
        .reduce(new ProcessUse(0, 0, 0), ProcessUse::plus);
  }

  /** The resident memory alone, in bytes; cheaper, because the kernel walks no page tables. */
  static long resident(List<ProcessHandle> processes) {
    return processes.stream()
        .mapToLong(process -> bytes(Path.of("/proc", process.pid() + "", "status"), "VmRSS:"))
        .sum();
  }

  private static ProcessUse read(Path folder) {
    try {
      return new ProcessUse(
          cpuSeconds(Files.readString(folder.resolve("stat"))),
          bytes(folder.resolve("status"), "VmRSS:"),
          bytes(folder.resolve("smaps_rollup"), "Pss:"));
    } catch (IOException _) {
      // The process ended between being listed and being read.
      return new ProcessUse(0, 0, 0);
    }
  }

  /** The processor time in the text of {@code /proc/PID/stat}. */
  static double cpuSeconds(String stat) {
    var fields = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
    long ticks =
        fields.subList(FIRST_TIME, FIRST_TIME + TIMES).stream().mapToLong(Long::parseLong).sum();
    return ticks / TICKS_PER_SECOND;
  }

  private static long bytes(Path file, String key) {
    try (var lines = Files.lines(file)) {
      return lines
          .filter(line -> line.startsWith(key))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
          .findFirst()
          .orElse(0);
    } catch (IOException | UncheckedIOException _) {
      return 0;
    }
  }

  private ProcessUse plus(ProcessUse other) {
    return new ProcessUse(
        cpuSeconds + other.cpuSeconds,
        resident + other.resident,
        proportional + other.proportional);
  }
}
