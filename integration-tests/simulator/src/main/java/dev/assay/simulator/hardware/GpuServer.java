package dev.assay.simulator.hardware;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** A server with eight accelerators, nine NVMe disks and two pairs of NICs. */
record GpuServer() implements Blueprint {
  private static final Nic.Adapter FAST = new Nic.Adapter("15b3", "101d", 100000, "mlx5_core");
  private static final Nic.Adapter ONBOARD = new Nic.Adapter("8086", "1563", 10000, "ixgbe");
  private static final int ACCELERATORS = 8;
  private static final int PCI_DEVICES = 111;

  @Override
  public DataSheet sheet() {
    return new DataSheet(
        "Supermicro",
        "AS -4125GS-TNRT (To be filled by O.E.M.)",
        "AS -4125GS-TNRT",
        new DataSheet.Firmware("American Megatrends International, LLC.", "1.8", "01/12/2024"),
        new DataSheet.Cpu(
            "AMD EPYC 9354 32-Core Processor",
            "3799.0720",
            128,
            2,
            "x86_64",
            DataSheet.Cpu.X86_FLAGS),
        "1",
        "1",
        "3c:ec:ef");
  }

  @Override
  public String serial(Identity identity) {
    return identity.serial("S5", 15);
  }

  @Override
  public long memory(Identity identity) {
    return identity.oneOf("memory", 786_432, 1_572_864);
  }

  @Override
  public List<Nic> nics(Identity identity) {
    return List.of(
        Nic.of("ens1f0np0", identity.mac("94:6d:ae", 0), FAST, "0000:16:00.0").withLinkLocal(),
        Nic.of("ens1f1np1", identity.mac("94:6d:ae", 1), FAST, "0000:16:00.1").withoutCarrier(),
        Nic.of("eno1", identity.mac("3c:ec:ef", 2), ONBOARD, "0000:c1:00.0")
            .withIpv4(identity.address())
            .withLinkLocal(),
        Nic.of("eno2", identity.mac("3c:ec:ef", 3), ONBOARD, "0000:c1:00.1").withoutCarrier());
  }

  @Override
  public ObjectNode payload(Identity identity) {
    var nics = nics(identity);
    var disks = disks(identity);
    var lldp = JsonNodeFactory.instance.objectNode();
    for (int i = 0; i < nics.size(); i++) {
      var nic = nics.get(i);
      var heard = nic.carrier();
      lldp.set(
          nic.name(), heard ? Lldp.of(identity, i).json() : JsonNodeFactory.instance.arrayNode());
    }
    var usb = JsonNodeFactory.instance.arrayNode();
    usb.addObject()
        .put("product", "Virtual Keyboard and Mouse")
        .put("vendor", "American Megatrends Inc.")
        .put("handle", "USB:1:3");
    return new CallbackBody(sheet(), identity)
        .devices(nics, disks)
        .memory(memory(identity), true)
        .bmc(identity.bmcAddress(), identity.bmcV6Address())
        .vendor(serial(identity))
        .boot("uefi", "01-" + nics.get(2).mac().replace(':', '-'))
        .bmcMac()
        .configuration(
            List.of("default", "extra-hardware", "pci-devices", "lldp", "usb-devices", "logs"),
            List.of("MellanoxDeviceHardwareManager"))
        .pluginData("data", Collected.extraHardware(sheet(), nics, disks))
        .pluginData("pci_devices", pciDevices(nics).json())
        .pluginData("lldp_raw", lldp)
        .pluginData("usb_devices", usb)
        .pluginData("logs", Collected.logs(identity))
        .json();
  }

  private static PciDevices pciDevices(List<Nic> nics) {
    var devices = new PciDevices();
    for (int i = 0; i < ACCELERATORS; i++) {
      devices.add("10de", "26b9", "030200", "0000:%x1:00.0".formatted(i));
    }
    nics.forEach(devices::nic);
    for (int i = 0; i < ACCELERATORS; i++) {
      devices.add("144d", "a80a", "010802", "0000:%02x:00.0".formatted(0x80 + i));
    }
    return devices.add("1a03", "2000", "030000", "0000:c3:00.0").fillTo(PCI_DEVICES);
  }

  private static List<Disk> disks(Identity identity) {
    var disks = new ArrayList<Disk>();
    for (int i = 0; i < 8; i++) {
      disks.add(
          Disk.nvme(
              i,
              "SAMSUNG MZWLR3T8HBLS-00007",
              3_840_755_982_336L,
              "36543530%s0025384500000001".formatted(identity.hex("disk" + i, 6)),
              identity.serial("S6EWNE0R" + i, 14),
              "0000:%02x:00.0".formatted(0x80 + i)));
    }
    disks.add(
        Disk.nvme(
            8,
            "INTEL SSDPELKX010T8",
            1_000_204_886_016L,
            "01000000%s005cd2e400000000".formatted(identity.hex("root", 6)),
            identity.serial("PHLJ", 16),
            "0000:60:00.0"));
    return disks;
  }
}
