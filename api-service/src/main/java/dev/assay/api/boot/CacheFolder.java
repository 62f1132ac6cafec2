package dev.assay.api.boot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import org.jboss.logging.Logger;

/**
 * A folder of this process below the cache's folder, which several processes may share. Each locks
 * a file in its own; a folder that nobody locks was left by a process that died, and is deleted.
 */
final class CacheFolder implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(CacheFolder.class);
  private static final String PREFIX = "process-";
  private static final String LOCK = "lock";

  private final Path path;
  private final FileChannel lock;

  private CacheFolder(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  /** Deletes what dead processes left in {@code cache} and makes a new folder there. */
  static CacheFolder in(Path cache) throws IOException {
    Files.createDirectories(cache);
    try (var others = Files.newDirectoryStream(cache, PREFIX + "*")) {
      others.forEach(CacheFolder::deleteIfLeft);
    }
    var path = Files.createTempDirectory(cache, PREFIX);
    var lock = open(path);
    if (lock.tryLock() == null) {
      throw new IOException(path + " is locked by another process");
    }
    return new CacheFolder(path, lock);
  }

  /** False when somebody has deleted it. */
  boolean exists() {
    return Files.isDirectory(path);
  }

  /** A new empty folder for one image. */
  Path make() {
    try {
      return Files.createTempDirectory(path, "image-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes everything. */
  @Override
  public void close() {
    delete(path);
    try {
      lock.close();
    } catch (IOException e) {
      LOG.debugf("closing the lock of %s: %s", path, e.getMessage());
    }
  }

  /** Deletes a folder with its files; what cannot be deleted is logged and stays. */
  static void delete(Path folder) {
    if (!Files.exists(folder)) {
      return; // somebody else has deleted it
    }
    try (var files = Files.walk(folder)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      LOG.warnf("%s cannot be deleted: %s", folder, e.getMessage());
    }
  }

  private static void deleteIfLeft(Path other) {
    try (var channel = open(other);
        var lock = channel.tryLock()) {
      if (lock != null) {
        delete(other);
      }
    } catch (IOException | OverlappingFileLockException e) {
      LOG.debugf("%s is in use: %s", other, e.getMessage());
    }
  }

  private static FileChannel open(Path folder) throws IOException {
    return FileChannel.open(
        folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }
}
