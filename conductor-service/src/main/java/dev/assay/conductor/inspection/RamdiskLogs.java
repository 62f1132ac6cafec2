package dev.assay.conductor.inspection;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.conductor.inspection.RamdiskLogsConfig.Collect;
import dev.assay.node.Node;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the logs of ramdisks as files that operators read with tar. They never make an inspection
 * fail: what cannot be kept is told in the log. Source: spec hooks.md 1.2.
 */
@ApplicationScoped
class RamdiskLogs {
  private static final Logger LOG = Logger.getLogger(RamdiskLogs.class);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd-HH-mm-ss").withZone(ZoneOffset.UTC);

  /** File names have at most 255 bytes. */
  private static final int LONGEST_PART = 100;

  private final RamdiskLogsConfig config;
  private final Clock clock;

  RamdiskLogs(RamdiskLogsConfig config, Clock clock) {
    this.config = config;
    this.clock = clock;
  }

  /** {@code logs} is what was sent: a gzip-compressed tar archive, base64; missing for none. */
  void keep(Node node, JsonNode logs, boolean failed) {
    var wanted =
        config.collect() == Collect.ALWAYS || (failed && config.collect() != Collect.NEVER);
    if (!wanted || logs.isMissingNode() || logs.isNull()) {
      return;
    }
    var archive = decoded(logs.textValue());
    if (archive.isEmpty()) {
      LOG.warnf(
          "The ramdisk's logs of node %s are not kept: they are no gzip archive in base64.",
          node.uuid());
      return;
    }
    var file = config.folder().resolve(name(node));
    try {
      write(file, archive.get());
      LOG.infof("The ramdisk's logs of node %s are in %s.", node.uuid(), file);
    } catch (IOException e) {
      LOG.warnf(
          "The ramdisk's logs of node %s are not kept: %s cannot be written (%s). Make the folder writable, or set assay.ramdisk-logs.folder.",
          node.uuid(), file, e);
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
      name.append('_').append(plain, 0, Math.min(plain.length(), LONGEST_PART));
    }
  }

  private static Optional<byte[]> decoded(@Nullable String text) {
    try {
      return Optional.ofNullable(text)
          .map(Base64.getMimeDecoder()::decode)
          .filter(archive -> archive.length > 2 && archive[0] == 0x1f && archive[1] == (byte) 0x8b);
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /** Whole or not at all, and readable by its owner only: logs know secrets. */
  private static void write(Path file, byte[] archive) throws IOException {
    Files.createDirectories(file.getParent());
    var unfinished = Files.createTempFile(file.getParent(), ".ramdisk", ".tmp");
    try {
      Files.write(unfinished, archive);
      Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(unfinished);
    }
  }
}
