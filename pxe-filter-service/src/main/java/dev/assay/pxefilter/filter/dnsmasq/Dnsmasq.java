package dev.assay.pxefilter.filter.dnsmasq;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The running dnsmasq, found by its pid file. */
final class Dnsmasq {
  private final Optional<Path> pidFile;

  Dnsmasq(Optional<Path> pidFile) {
    this.pidFile = pidFile;
  }

  /** True when a pid file is configured. */
  boolean isKnown() {
    return pidFile.isPresent();
  }

  /**
   * Whether it is running without watching {@code folder}, so that it does not notice changed
   * files: the folder was replaced after its start, or is not configured. False when that cannot be
   * seen, because it runs as another user.
   */
  boolean isDeafTo(Path folder) throws IOException {
    var process = process();
    if (process.isEmpty()) {
      return false;
    }
    var inode = "ino:" + Long.toHexString((long) Files.getAttribute(folder, "unix:ino")) + " ";
    var files = Path.of("/proc", String.valueOf(process.get().pid()), "fdinfo");
    try (var each = Files.newDirectoryStream(files)) {
      boolean seen = false;
      for (var file : each) {
        var lines = watches(file);
        seen |= lines.isPresent();
        if (lines.stream().flatMap(List::stream).anyMatch(line -> line.contains(inode))) {
          return false;
        }
      }
      return seen;
    } catch (AccessDeniedException | NoSuchFileException _) {
      return false;
    }
  }

  /** The watches of one open file; empty when it was closed meanwhile. */
  private static Optional<List<String>> watches(Path file) throws AccessDeniedException {
    try {
      return Optional.of(
          Files.readString(file).lines().filter(it -> it.startsWith("inotify ")).toList());
    } catch (AccessDeniedException e) {
      throw e;
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /** Whether a pid file is configured, and no running dnsmasq has written it. */
  boolean isAbsent() {
    try {
      return pidFile.isPresent() && process().isEmpty();
    } catch (IOException _) { // it ended meanwhile, or may not be read
      return true;
    }
  }

  /** The pid file. */
  Optional<Path> pidFile() {
    return pidFile;
  }

  /**
   * Makes it forget all files of the folder and read them again (SIGHUP). Without effect when it is
   * not running, since it reads the folder when it starts.
   */
  void reread() throws IOException {
    var process = process();
    if (process.isPresent()) {
      var pid = String.valueOf(process.get().pid());
      var kill = new ProcessBuilder("sh", "-c", "kill -HUP \"$1\"", "sh", pid).start();
      try {
        if (!kill.waitFor(5, TimeUnit.SECONDS) || kill.exitValue() != 0) {
          throw new IOException(
              "dnsmasq (process %s) cannot be sent SIGHUP: run the filter as the same user, or give it CAP_KILL"
                  .formatted(pid));
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while signalling dnsmasq", e);
      }
    }
  }

  private Optional<ProcessHandle> process() throws IOException {
    if (pidFile.isEmpty() || !Files.exists(pidFile.get())) {
      return Optional.empty();
    }
    var text = Files.readString(pidFile.get()).strip();
    if (!text.matches("\\d{1,9}")) {
      return Optional.empty(); // being written
    }
    // The pid of a dnsmasq that was killed may belong to another process now.
    var name = Path.of("/proc", text, "comm");
    return Files.exists(name) && Files.readString(name).strip().equals("dnsmasq")
        ? ProcessHandle.of(Long.parseLong(text))
        : Optional.empty();
  }
}
