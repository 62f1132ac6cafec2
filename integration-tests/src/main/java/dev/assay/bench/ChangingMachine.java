package dev.assay.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.simulator.ramdisk.Body;
import java.io.IOException;
import java.util.SplittableRandom;

/**
 * A machine of which one part changes from time to time. Its callback is filled up to a size with
 * disks, memory modules and PCI devices that have numbers of their own, which compress badly.
 */
final class ChangingMachine {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int BAYS = 24;

  private final ObjectNode body;
  private final SplittableRandom random;

  private ChangingMachine(ObjectNode body, long seed) {
    this.body = body;
    this.random = new SplittableRandom(seed);
  }

  /** The callback {@code body}, filled up to {@code size} bytes. */
  static byte[] filled(ObjectNode body, int size, long seed) {
    var machine = new ChangingMachine(body, seed);
    machine.fill(size);
    return body.toString().getBytes(UTF_8);
  }

  /** The same machine after its change number {@code number}, from 1. */
  static byte[] changed(byte[] callback, int number, long seed) throws IOException {
    var body = (ObjectNode) JSON.readTree(callback);
    new ChangingMachine(body, seed * 1000 + number).change(number);
    return body.toString().getBytes(UTF_8);
  }

  private void fill(int size) {
    var disks = (ArrayNode) body.at("/inventory/disks");
    var modules = body.withObject("/dmi").withObject("/memory").withArrayProperty("devices");
    var devices = body.withArrayProperty("pci_devices");
    for (int i = 0, bytes = Body.bytes(body).length; bytes < size; i++) {
      var added =
          switch (i % 3) {
            case 0 -> i / 3 < BAYS ? disk(disks, i) : device(devices, i);
            case 1 -> i / 3 < BAYS ? module(modules, i) : device(devices, i);
            default -> device(devices, i);
          };
      bytes += Body.bytes(added).length + 1;
    }
  }

  private ObjectNode disk(ArrayNode disks, int number) {
    var wwn = "0x5000c500%08x".formatted(random.nextInt());
    ObjectNode disk = disks.get(disks.size() - 1).deepCopy();
    disk.put("name", "/dev/sdx" + number).put("serial", serial()).put("wwn", wwn);
    disk.put("wwn_with_extension", wwn).put("hctl", "0:0:%d:0".formatted(number));
    disk.put("by_path", "/dev/disk/by-path/pci-0000:e5:00.0-sas-phy%d-lun-0".formatted(number));
    disks.add(disk);
    return disk;
  }

  private ObjectNode module(ArrayNode modules, int number) {
    return modules
        .addObject()
        .put("Handle", "Handle 0x11%02x, DMI type 17, 92 bytes".formatted(number))
        .put("Size", "64 GB")
        .put("Locator", "B" + number)
        .put("Bank Locator", "NODE " + number % 2)
        .put("Type", "DDR5")
        .put("Manufacturer", "00AD063200AD")
        .put("Serial Number", "%08X".formatted(random.nextInt()))
        .put("Part Number", "HMCG94MEBRA109N")
        .put("Speed", "4800 MT/s");
  }

  private ObjectNode device(ArrayNode devices, int number) {
    return devices
        .addObject()
        .put("vendor_id", "%04x".formatted(random.nextInt(65_536)))
        .put("product_id", "%04x".formatted(random.nextInt(65_536)))
        .put("class", "%06x".formatted(random.nextInt(1 << 24)))
        .put("revision", "%02x".formatted(random.nextInt(256)))
        .put("bus", "1000:%02x:%02x.%x".formatted(number / 32, number % 32, random.nextInt(8)))
        .put("numa_node_id", String.valueOf(random.nextInt(2)));
  }

  /** Another disk, a link, other firmware and another memory module in turn. */
  private void change(int number) {
    switch (number % 4) {
      case 0 -> lastOf("/inventory/disks").put("serial", serial());
      case 1 -> {
        var nic = lastOf("/inventory/interfaces");
        nic.put("has_carrier", !nic.path("has_carrier").asBoolean());
      }
      case 2 ->
          body.withObject("/inventory")
              .withObject("/system_vendor")
              .withObject("/firmware")
              .put("version", "2.%d.%d".formatted(number, random.nextInt(100)));
      default ->
          lastOf("/dmi/memory/devices").put("Serial Number", "%08X".formatted(random.nextInt()));
    }
  }

  private ObjectNode lastOf(String list) {
    var elements = (ArrayNode) body.at(list);
    return (ObjectNode) elements.get(elements.size() - 1);
  }

  private String serial() {
    return "ZL2%09X".formatted(random.nextLong(1L << 36));
  }
}
