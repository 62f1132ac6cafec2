package dev.assay.simulator.hardware;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A storage server with 64 ports, two VLAN interfaces and 60 disks. */
record LargeStorage() implements Blueprint {
  private static final Nic.Adapter PORT = new Nic.Adapter("15b3", "1017", 100000, "mlx5_core");
  private static final int CARDS = 32;
  private static final int SPINNING_DISKS = 59;
  private static final int PCI_DEVICES = 192;

  @Override
  public DataSheet sheet() {
    return new DataSheet(
        "Lenovo",
        "ThinkSystem SR650 V2 (7Z73CTO1WW)",
        "ThinkSystem SR650 V2",
        new DataSheet.Firmware("Lenovo", "AFE140A-3.30", "04/10/2024"),
        new DataSheet.Cpu(
            "Intel(R) Xeon(R) Platinum 8380 CPU @ 2.30GHz",
            "3400.0000",
            160,
            2,
            "x86_64",
            DataSheet.Cpu.X86_FLAGS),
        "1",
        "1",
        "38:68:dd");
  }

  @Override
  public String serial(Identity identity) {
    return identity.serial("J3", 8);
  }

  @Override
  public long memory(Identity identity) {
    return identity.oneOf("memory", 2_097_152, 4_194_304);
  }

  @Override
  public List<Nic> nics(Identity identity) {
    var nics = new ArrayList<Nic>();
    for (int slot = 0; slot < 2 * CARDS; slot++) {
      int card = slot / 2 + 1;
      var name = "enp%ds0f%d".formatted(card, slot % 2);
      var bus = "0000:%02x:00.%d".formatted(card, slot % 2);
      nics.add(Nic.of(name, identity.mac("0c:42:a1", slot), PORT, bus).withLinkLocal());
    }
    var bootNic = nics.getFirst().withIpv4(identity.address());
    nics.set(0, bootNic);
    nics.add(bootNic.vlan(300));
    nics.add(bootNic.vlan(301));
    return nics;
  }

  @Override
  public ObjectNode payload(Identity identity) {
    var nics = nics(identity);
    var disks = disks(identity);
    var lldp = JsonNodeFactory.instance.objectNode();
    for (int i = 0; i < nics.size(); i++) {
      lldp.set(
          nics.get(i).name(),
          i % 4 == 3 ? JsonNodeFactory.instance.arrayNode() : Lldp.of(identity, i).json());
    }
    var bootif = "01-" + nics.getFirst().mac().replace(':', '-').toUpperCase(Locale.ROOT);
    return new CallbackBody(sheet(), identity)
        .devices(nics, disks)
        .memory(memory(identity), true)
        .bmc(identity.bmcAddress(), "::/0")
        .vendor(serial(identity))
        .boot("uefi", bootif)
        .bmcMac()
        .configuration(
            List.of("default", "extra-hardware", "pci-devices", "lldp", "logs"),
            List.of("MellanoxDeviceHardwareManager"))
        .pluginData("data", Collected.extraHardware(sheet(), nics, disks))
        .pluginData("pci_devices", pciDevices(nics).json())
        .pluginData("lldp_raw", lldp)
        .pluginData("logs", Collected.logs(identity))
        .json();
  }

  private static PciDevices pciDevices(List<Nic> nics) {
    var devices = new PciDevices();
    nics.forEach(devices::nic);
    return devices
        .add("1000", "00e6", "010700", "0000:af:00.0")
        .add("144d", "a808", "010802", "0000:d0:00.0")
        .fillTo(PCI_DEVICES);
  }

  private static List<Disk> disks(Identity identity) {
    var disks = new ArrayList<Disk>();
    var size = identity.oneOf("disks", 16_000_900_661_248L, 18_000_207_937_536L);
    var prefix = identity.hex("disks", 6);
    for (int i = 0; i < SPINNING_DISKS; i++) {
      disks.add(
          new Disk(
              Disk.scsiName(i),
              "ST16000NM004J",
              size,
              true,
              "0x5000c500%s%02x".formatted(prefix, i),
              identity.serial("ZR%02d".formatted(i), 10),
              "SEAGATE",
              null,
              "0:0:%d:0".formatted(i),
              "/dev/disk/by-path/pci-0000:af:00.0-sas-exp0x500304801f9c3cff-phy%d-lun-0"
                  .formatted(i),
              512,
              4096,
              "sas"));
    }
    disks.add(
        Disk.nvme(
            0,
            "SAMSUNG MZ1LB960HAJQ-00007",
            960_197_124_096L,
            "00253841" + identity.hex("root", 8),
            identity.serial("S435", 14),
            "0000:d0:00.0"));
    return disks;
  }
}
