package dev.assay.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.simulator.Payloads;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.ramdisk.Body;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * What the ramdisks of a benchmark post, with the options that choose it; the same options give the
 * same bodies.
 */
final class Bodies {
  private static final int LEAST_LOGS = 100_000;
  private static final int MOST_LOGS = 600_000;
  private static final int MOST_DISKS = 8;
  private static final int MOST_INTERFACES = 4;
  private static final int MOST_PCI_DEVICES = 300;
  private static final String[] PCI_VENDORS = {
    "8086", "1022", "10de", "14e4", "15b3", "1000", "144d", "1a03", "10b5", "1344"
  };
  private static final String[] PCI_CLASSES = {
    "060400", "088000", "020000", "010802", "0c0330", "030200", "110100", "ff0000"
  };
  private static final long[] DISK_SIZES = {
    480_103_981_056L, 960_197_124_096L, 1_920_383_410_176L, 7_681_501_126_656L, 16_000_900_661_248L
  };

  /** The machines that post. */
  enum Kind {
    /** Simulated machines of all kinds, each with other devices. */
    MIXED,
    /** Simulated 1U servers, filled up to one size, without large logs. */
    SMALL;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--payload",
      paramLabel = "KIND",
      description =
          "The machines: mixed (all kinds, devices vary from machine to machine) or small (1U"
              + " servers, all bodies of one size) (default: ${DEFAULT-VALUE}).")
  Kind payload = Kind.MIXED;

  @Option(
      names = "--logs-every",
      paramLabel = "0..1000",
      description =
          "One of so many mixed machines, chosen at random, sends 100 to 600 kB of ramdisk logs;"
              + " 0: none (default: ${DEFAULT-VALUE}).")
  int logsEvery = 4;

  @Option(
      names = "--size",
      paramLabel = "1..1000000",
      description = "Bytes of a small body (default: ${DEFAULT-VALUE}).")
  int size = 50_000;

  @Option(
      names = "--seed",
      paramLabel = "0..1000000",
      description = "Other machines, devices and logs (default: ${DEFAULT-VALUE}).")
  int seed = 1;

  /** Small bodies of {@code size} bytes. */
  static Bodies small(int size) {
    var bodies = new Bodies();
    bodies.payload = Kind.SMALL;
    bodies.size = size;
    return bodies;
  }

  /** The rack of the machines that post. */
  RackPlan rack(String callbackUrl, int machines) {
    var plan = RackPlan.to(callbackUrl).machines(machines).seed(seed);
    return switch (payload) {
      case MIXED -> plan.build();
      case SMALL -> plan.kinds(HardwareKind.ONE_U_TWO_SOCKET).build();
    };
  }

  /** The body of machine {@code number} of that rack. */
  byte[] of(Machine machine, int number) {
    return switch (payload) {
      case MIXED -> Body.bytes(mixed(machine.payload(), number));
      case SMALL -> Payloads.ofSize(machine, size);
    };
  }

  private JsonNode mixed(ObjectNode body, int number) {
    var random = new SplittableRandom(seed * 1_000_000_007L + number);
    if (body.at("/inventory/interfaces") instanceof ArrayNode interfaces) {
      addInterfaces(interfaces, number, random);
    }
    if (body.at("/inventory/disks") instanceof ArrayNode disks) {
      addDisks(disks, random);
    }
    if (body.path("pci_devices") instanceof ArrayNode devices) {
      addPciDevices(devices, random);
    }
    if (logsEvery > 0 && random.nextInt(logsEvery) == 0) {
      body.put("logs", RamdiskLogs.of(random, random.nextInt(LEAST_LOGS, MOST_LOGS)));
    }
    return body;
  }

  /** Adds interfaces without a cable, with addresses that no other machine has. */
  private static void addInterfaces(ArrayNode interfaces, int number, RandomGenerator random) {
    for (int i = random.nextInt(MOST_INTERFACES + 1); i > 0; i--) {
      ObjectNode added = interfaces.get(0).deepCopy();
      added.put("name", "ens9f" + i);
      added.put(
          "mac_address",
          "06:00:%02x:%02x:%02x:%02x".formatted(number >> 16, number >> 8 & 255, number & 255, i));
      added.putNull("ipv4_address").put("has_carrier", false);
      replace(added, "ipv6_address", null);
      replace(added, "pci_address", "0000:e%x:00.0".formatted(i));
      interfaces.add(added);
    }
  }

  private static void addDisks(ArrayNode disks, RandomGenerator random) {
    var size = DISK_SIZES[random.nextInt(DISK_SIZES.length)]; // mostly bought together
    for (int i = random.nextInt(MOST_DISKS + 1); i > 0; i--) {
      ObjectNode added = disks.get(disks.size() - 1).deepCopy();
      var wwn = "0x5000c500%08x".formatted(random.nextInt());
      added.put("name", "/dev/sdz" + (char) ('a' + i));
      added.put("size", size).put("serial", "ZL2%09X".formatted(random.nextLong(1L << 36)));
      added.put("wwn", wwn).put("wwn_with_extension", wwn);
      replace(added, "by_path", "/dev/disk/by-path/pci-0000:e5:00.0-sas-phy%d-lun-0".formatted(i));
      disks.add(added);
    }
  }

  private static void addPciDevices(ArrayNode devices, RandomGenerator random) {
    for (int i = random.nextInt(MOST_PCI_DEVICES + 1); i > 0; i--) {
      devices
          .addObject()
          .put("vendor_id", PCI_VENDORS[random.nextInt(PCI_VENDORS.length)])
          .put("product_id", "%04x".formatted(random.nextInt(65_536)))
          .put("class", PCI_CLASSES[random.nextInt(PCI_CLASSES.length)])
          .put("revision", "%02x".formatted(random.nextInt(256)))
          .put("bus", "1000:%02x:%02x.%x".formatted(i / 32, i % 32, random.nextInt(8)))
          .put("numa_node_id", String.valueOf(random.nextInt(2)));
    }
  }

  /** Old ramdisks do not send all keys: only those that are there get another value. */
  private static void replace(ObjectNode record, String key, @Nullable String value) {
    if (record.has(key)) {
      record.put(key, value);
    }
  }
}
