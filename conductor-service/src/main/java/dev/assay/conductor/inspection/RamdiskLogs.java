package dev.assay.conductor.inspection;

import dev.assay.conductor.inspection.RamdiskLogsConfig.Collect;
import dev.assay.node.Node;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Writes ramdisk logs to files that operators read with tar. A failure is logged and never fails
 * the inspection. Source: spec hooks.md 1.2.
 */
@ApplicationScoped
class RamdiskLogs {
  private static final Logger LOG = Logger.getLogger(RamdiskLogs.class);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd-HH-mm-ss").withZone(ZoneOffset.UTC);

  /** Characters of one part of a file name; a whole name has at most 255 bytes. */
  private static final int MAX_PART_LENGTH = 100;

  private final RamdiskLogsConfig config;
  private final Clock clock;

  RamdiskLogs(RamdiskLogsConfig config, Clock clock) {
    this.config = config;
    this.clock = clock;
  }

  /** Whether logs are written to a file, for an inspection that {@code failed} or not. */
  boolean wanted(boolean failed) {
    return config.collect() == Collect.ALWAYS || (failed && config.collect() != Collect.NEVER);
  }

  /** A tar archive, compressed with gzip. */
  @FunctionalInterface
  interface Archive {
    /** False when there is none, and nothing was written. */
    boolean writeTo(OutputStream target) throws IOException;
  }

  /** Writes {@code archive} to a file, if there is one; returns false when that fails. */
  boolean keep(Node node, Archive archive) {
    var file = config.folder().resolve(name(node));
    try {
      if (write(file, archive)) {
        LOG.infof("The ramdisk's logs of node %s are in %s.", node.uuid(), file);
      }
      return true;
    } catch (IOException e) {
      LOG.warnf(
          "The ramdisk's logs of node %s are not kept: %s cannot be written (%s). Make the folder writable, or set assay.ramdisk-logs.folder.",
          node.uuid(), file, e);
      return false;
    }
  }

  private String name(Node node) {
    var name = new StringBuilder(node.uuid().toString());
    append(name, node.attributes().name());
    append(name, node.attributes().instanceUuid());
    return name.append("_inspect_")
        .append(TIME.format(clock.instant()))
        .append(".tar.gz")
        .toString();
  }

  private static void append(StringBuilder name, @Nullable Object part) {
    if (part != null) {
      var plain = part.toString().replaceAll("[^A-Za-z0-9._-]", "-");
      name.append('_').append(plain, 0, Math.min(plain.length(), MAX_PART_LENGTH));
    }
  }

  /**
   * Writes the file completely or not at all, readable by its owner only: logs may contain secrets.
   */
  private static boolean write(Path file, Archive archive) throws IOException {
    Files.createDirectories(file.getParent());
    var unfinished = Files.createTempFile(file.getParent(), ".ramdisk", ".tmp");
    try {
      boolean written;
      try (var target = Files.newOutputStream(unfinished)) {
        written = archive.writeTo(target);
      }
      if (written) {
        Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
      }
      return written;
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }
}
