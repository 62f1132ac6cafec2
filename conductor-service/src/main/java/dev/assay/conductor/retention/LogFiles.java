package dev.assay.conductor.retention;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Instant;
import org.jboss.logging.Logger;

/** Deletes old files of ramdisk logs in one folder. Files with other names are left alone. */
final class LogFiles {
  private static final Logger LOG = Logger.getLogger(LogFiles.class);

  /** Also matches the temporary files that a conductor was writing when it was killed. */
  private static final String FILE_NAMES = "{*_inspect_*.tar.gz,.ramdisk*.tmp}";

  private LogFiles() {}

  /**
   * Deletes the files last written before {@code limit} and returns how many. Files that cannot be
   * deleted are logged.
   */
  static int deleteBefore(Instant limit, Path folder) {
    var deleted = 0;
    try (var files = Files.newDirectoryStream(folder, FILE_NAMES)) {
      for (var file : files) {
        if (delete(file, limit)) {
          deleted++;
        }
      }
    } catch (NoSuchFileException | NotDirectoryException _) {
      LOG.tracef("There are no ramdisk logs in %s.", folder);
    } catch (IOException | DirectoryIteratorException e) {
      warn(folder, e);
    }
    return deleted;
  }

  private static boolean delete(Path file, Instant limit) {
    try {
      return Files.getLastModifiedTime(file).toInstant().isBefore(limit)
          && Files.deleteIfExists(file);
    } catch (NoSuchFileException _) {
      return false; // another conductor deleted it first
    } catch (IOException e) {
      warn(file, e);
      return false;
    }
  }

  private static void warn(Path path, Exception e) {
    LOG.warnf(
        "Old ramdisk logs cannot be deleted: %s (%s). Make the folder writable, or set"
            + " assay.retention.ramdisk-logs=0.",
        path, e);
  }
}
