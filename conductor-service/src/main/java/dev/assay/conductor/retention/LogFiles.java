package dev.assay.conductor.retention;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Instant;
import org.jboss.logging.Logger;

/**
 * The files of ramdisk logs in one folder. Files with other names are nobody's but the operator's.
 */
final class LogFiles {
  private static final Logger LOG = Logger.getLogger(LogFiles.class);
  private static final String NAMES = "*_inspect_*.tar.gz";

  private LogFiles() {}

  /** Deletes those last written before {@code limit}; how many. What cannot be is logged. */
  static int deleteBefore(Instant limit, Path folder) {
    var deleted = 0;
    try (var files = Files.newDirectoryStream(folder, NAMES)) {
      for (var file : files) {
        if (Files.getLastModifiedTime(file).toInstant().isBefore(limit)
            && Files.deleteIfExists(file)) {
          deleted++;
        }
      }
    } catch (NoSuchFileException | NotDirectoryException _) {
      LOG.tracef("There are no ramdisk logs in %s.", folder);
    } catch (IOException e) {
      LOG.warnf(
          "Old ramdisk logs in %s cannot be deleted (%s). Make the folder writable, or set"
              + " assay.retention.ramdisk-logs=0.",
          folder, e);
    }
    return deleted;
  }
}
