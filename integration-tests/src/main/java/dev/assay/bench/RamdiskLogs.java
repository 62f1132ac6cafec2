package dev.assay.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * Makes the value of {@code logs} in a callback: base64 of a gzip-compressed tar with text like
 * that of a real journal, which shrinks to about a quarter. Source: spec ramdisk.md 5.
 */
final class RamdiskLogs {
  private static final int MEMBER_LENGTH = 32 * 1024;
  private static final List<String> LINES =
      List.of(
          "kernel: pci 0000:%02x:%02x.0: [8086:%04x] type 00 class 0x060400",
          "kernel: scsi %d:0:%d:0: Direct-Access     SEAGATE  ST%dNM0045    LS0%x PQ: 0 ANSI: 6",
          "kernel: nvme nvme%d: %d/0/0 default/read/poll queues, serial %x%x",
          "kernel: mlx5_core 0000:%02x:00.%d: firmware version: 16.35.%d, rev %x",
          "systemd[1]: run-credentials-%x-%x.mount: Deactivated after %dms, %d units left.",
          "ironic-python-agent[%d]: DEBUG oslo_concurrency.processutils [-] CMD \"lsblk -bia %x\""
              + " returned: 0 in %d.%ds",
          "ironic-python-agent[%d]: DEBUG ironic_python_agent.hardware [-] interface"
              + " %02x:%02x:%02x has carrier",
          "ironic-python-agent[%d]: INFO ironic_lib.metrics [-] %x: collected %d records in %dms",
          "dhclient[%d]: XMT: Solicit on eno%d, interval %d0ms, xid 0x%x.");

  private RamdiskLogs() {}

  /** Logs of {@code size} characters; the compressor's buffer adds up to 40,000. */
  static String of(RandomGenerator random, int size) {
    var archive = new ByteArrayOutputStream();
    try (var tar = new TarArchiveOutputStream(new GZIPOutputStream(archive))) {
      for (var member = 0; archive.size() < size / 4 * 3; member++) {
        var text = journal(random).getBytes(US_ASCII);
        var entry = new TarArchiveEntry("journal." + member);
        entry.setSize(text.length);
        entry.setModTime(0); // not now: the same seed gives the same bytes
        tar.putArchiveEntry(entry);
        tar.write(text);
        tar.closeArchiveEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("an archive in memory can always be written", e);
    }
    return Base64.getEncoder().encodeToString(archive.toByteArray());
  }

  private static String journal(RandomGenerator random) {
    var text = new StringBuilder(MEMBER_LENGTH + 200);
    var micros = random.nextLong(1_000_000_000);
    while (text.length() < MEMBER_LENGTH) {
      micros += random.nextInt(200_000);
      text.append(
          String.format(
              Locale.ROOT, "[%5d.%06d] localhost ", micros / 1_000_000, micros % 1_000_000));
      text.append(
          String.format(
              Locale.ROOT,
              LINES.get(random.nextInt(LINES.size())),
              random.nextInt(256),
              random.nextInt(256),
              random.nextInt(65536),
              random.nextInt(65536)));
      text.append('\n');
    }
    return text.toString();
  }
}
