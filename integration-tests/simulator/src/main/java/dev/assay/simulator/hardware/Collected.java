package dev.assay.simulator.hardware;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/**
 * Creates the output of the optional collectors: DMI, NUMA, extra hardware and logs
 * (spec/ramdisk.md 5).
 */
final class Collected {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final int TAR_BLOCK = 512;

  private Collected() {}

  /**
   * {@code dmi} with {@code slots} memory slots, filled with modules of 32 GiB until the memory is
   * reached.
   */
  static ObjectNode dmi(DataSheet sheet, long mebibytes, int slots) {
    var dmi = JSON.objectNode();
    dmi.putObject("bios")
        .put("Handle", "Handle 0x0000, DMI type 0, 26 bytes")
        .put("Vendor", sheet.firmware().vendor())
        .put("Version", sheet.firmware().version())
        .put("Release Date", sheet.firmware().buildDate())
        .putArray("Characteristics")
        .add("PCI is supported")
        .add("UEFI is supported");
    var processors = dmi.putArray("cpu");
    for (int socket = 1; socket <= sheet.cpu().sockets(); socket++) {
      processors
          .addObject()
          .put("Handle", "Handle 0x04%02d, DMI type 4, 48 bytes".formatted(socket - 1))
          .put("Socket Designation", "CPU" + socket)
          .put("Type", "Central Processor")
          .put("Thread Count", String.valueOf(sheet.cpu().count() / sheet.cpu().sockets()));
    }
    var memory = dmi.putObject("memory").put("Maximum Capacity", "3 TB");
    memory.put("Number Of Devices", slots);
    var devices = memory.putArray("devices");
    for (int slot = 0; slot < slots; slot++) {
      devices.add(memoryDevice(slot, slot < mebibytes / 32768));
    }
    return dmi;
  }

  static ObjectNode memoryDevice(int slot, boolean filled) {
    return JSON.objectNode()
        .put("Handle", "Handle 0x%04X, DMI type 17, 84 bytes".formatted(0x1100 + slot))
        .put("Size", filled ? "32 GB" : "No Module Installed")
        .put("Locator", "A" + (slot + 1))
        .put("Speed", "2933 MT/s");
  }

  /**
   * {@code numa_topology} of two nodes; the two threads of a core are half the thread count apart.
   */
  static ObjectNode numa(DataSheet.Cpu cpu, long mebibytes, List<Nic> nics) {
    var numa = JSON.objectNode();
    var ram = numa.putArray("ram");
    for (int node = 0; node < 2; node++) {
      ram.addObject().put("numa_node", node).put("size_kb", mebibytes / 2 * 1000);
    }
    var processors = numa.putArray("cpus");
    int cores = cpu.count() / 2;
    for (int core = 0; core < cores; core++) {
      var entry = processors.addObject().put("cpu", core).put("numa_node", core % 2);
      entry.putArray("thread_siblings").add(core).add(core + cores);
    }
    var cards = numa.putArray("nics");
    nics.forEach(nic -> cards.addObject().put("name", nic.name()).put("numa_node", 0));
    return numa;
  }

  /** {@code data} of the collector extra-hardware: rows of four strings. */
  static ArrayNode extraHardware(DataSheet sheet, List<Nic> nics, List<Disk> disks) {
    var rows = JSON.arrayNode();
    row(rows, "disk", "logical", "count", String.valueOf(disks.size()));
    for (var disk : disks) {
      var name = disk.name().substring("/dev/".length());
      row(rows, "disk", name, "size", String.valueOf(disk.size() / 1_000_000_000));
      row(rows, "disk", name, "model", disk.model());
      row(rows, "disk", name, "rotational", disk.rotational() ? "1" : "0");
      row(rows, "disk", name, "id", "wwn-" + disk.wwn());
      row(rows, "disk", name, "serial", String.valueOf(disk.serial()));
    }
    row(rows, "cpu", "physical", "number", String.valueOf(sheet.cpu().sockets()));
    row(rows, "cpu", "logical", "number", String.valueOf(sheet.cpu().count()));
    row(rows, "system", "product", "name", sheet.product());
    for (var nic : nics) {
      row(rows, "network", nic.name(), "serial", nic.mac());
      row(rows, "network", nic.name(), "ipv4", String.valueOf(nic.ipv4()));
      row(rows, "network", nic.name(), "link", nic.carrier() ? "yes" : "no");
    }
    return rows;
  }

  private static void row(ArrayNode rows, String... columns) {
    var row = rows.addArray();
    Arrays.stream(columns).forEach(row::add);
  }

  /** {@code logs}: base64 of a gzip-compressed tar with a short journal. */
  static JsonNode logs(Identity identity) {
    var journal = new StringBuilder();
    for (int line = 0; line < 40; line++) {
      journal.append(
          String.format(
              Locale.ROOT,
              "[%5d.%06d] agent: %s step %d finished\n",
              line,
              identity.index(),
              identity.uuid(),
              line));
    }
    var bytes = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(bytes)) {
      gzip.write(tar("journal", journal.toString().getBytes(StandardCharsets.UTF_8)));
    } catch (IOException e) {
      throw new UncheckedIOException("compressing the log of machine " + identity.index(), e);
    }
    return JSON.textNode(Base64.getEncoder().encodeToString(bytes.toByteArray()));
  }

  /** An archive in ustar format with one member (POSIX.1-1988, tar). */
  private static byte[] tar(String name, byte[] content) {
    int padded = (content.length + TAR_BLOCK - 1) / TAR_BLOCK * TAR_BLOCK;
    var archive = new byte[TAR_BLOCK + padded + 2 * TAR_BLOCK];
    put(archive, 0, name);
    put(archive, 100, "0000644\0" + "0000000\0" + "0000000\0");
    put(archive, 124, String.format(Locale.ROOT, "%011o\0%011o\0", content.length, 0));
    put(archive, 148, "        " + "0");
    put(archive, 257, "ustar\0" + "00");
    int sum = 0;
    for (int i = 0; i < TAR_BLOCK; i++) {
      sum += archive[i];
    }
    put(archive, 148, String.format(Locale.ROOT, "%06o\0 ", sum));
    System.arraycopy(content, 0, archive, TAR_BLOCK, content.length);
    return archive;
  }

  private static void put(byte[] archive, int offset, String text) {
    var bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, archive, offset, bytes.length);
  }
}
