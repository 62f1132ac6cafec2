package dev.assay.simulator.hardware;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** A 1U server with two sockets, two 25 GbE ports, a RAID volume and a boot card. */
record OneUTwoSocket() implements Blueprint {
  private static final Nic.Adapter PORT = new Nic.Adapter("14e4", "16d7", 25000, "bnxt_en");

  @Override
  public DataSheet sheet() {
    return new DataSheet(
        "Dell Inc.",
        "PowerEdge R640 (SKU=NotProvided;ModelName=PowerEdge R640)",
        "PowerEdge R640",
        new DataSheet.Firmware("Dell Inc.", "2.21.2", "02/19/2024"),
        new DataSheet.Cpu(
            "Intel(R) Xeon(R) Gold 6230 CPU @ 2.10GHz",
            "3900.0000",
            80,
            2,
            "x86_64",
            DataSheet.Cpu.X86_FLAGS),
        "System.Embedded.1",
        "iDRAC.Embedded.1",
        "4c:d9:8f");
  }

  @Override
  public String serial(Identity identity) {
    return identity.serial("7", 7);
  }

  @Override
  public long memory(Identity identity) {
    return identity.oneOf("memory", 196_608, 393_216, 786_432);
  }

  @Override
  public List<Nic> nics(Identity identity) {
    return List.of(
        Nic.of("eno1np0", identity.mac("b8:59:9f", 0), PORT, "0000:19:00.0")
            .withIpv4(identity.address())
            .withLinkLocal(),
        Nic.of("eno2np1", identity.mac("b8:59:9f", 1), PORT, "0000:19:00.1"));
  }

  @Override
  public ObjectNode payload(Identity identity) {
    var nics = nics(identity);
    var memory = memory(identity);
    var lldp = JsonNodeFactory.instance.objectNode();
    for (int i = 0; i < nics.size(); i++) {
      lldp.set(nics.get(i).name(), Lldp.of(identity, i).json());
    }
    return new CallbackBody(sheet(), identity)
        .devices(nics, disks(identity))
        .memory(memory, true)
        .bmc(identity.bmcAddress(), "::/0")
        .vendor(serial(identity))
        .boot("uefi", nics.getFirst().mac())
        .bmcMac()
        .configuration(
            List.of("default", "lldp", "pci-devices", "dmi-decode", "numa-topology", "logs"),
            List.of())
        .pluginData("lldp_raw", lldp)
        .pluginData("pci_devices", pciDevices(nics).json())
        .pluginData("dmi", Collected.dmi(sheet(), memory, 24))
        .pluginData("numa_topology", Collected.numa(sheet().cpu(), memory, nics))
        .pluginData("logs", Collected.logs(identity))
        .json();
  }

  private static PciDevices pciDevices(List<Nic> nics) {
    var devices = new PciDevices();
    nics.forEach(devices::nic);
    return devices
        .add("1000", "0016", "010400", "0000:18:00.0")
        .add("8086", "a1d2", "010601", "0000:00:11.5")
        .add("102b", "0536", "030000", "0000:03:00.0")
        .fillTo(24);
  }

  private static List<Disk> disks(Identity identity) {
    var volume = identity.hex("volume", 16);
    var extension = identity.hex("extension", 16);
    return List.of(
        new Disk(
            "/dev/sda",
            "PERC H740P Mini",
            identity.oneOf("volume", 1_199_638_052_864L, 3_839_313_608_704L),
            true,
            "0x" + volume,
            volume + extension,
            "DELL",
            extension,
            "0:2:0:0",
            "/dev/disk/by-path/pci-0000:18:00.0-scsi-0:2:0:0",
            512,
            512,
            null),
        new Disk(
            "/dev/sdb",
            "DELLBOSS VD",
            240_057_409_536L,
            false,
            null,
            identity.hex("boot card", 16),
            "DELL",
            null,
            "14:0:0:0",
            "/dev/disk/by-path/pci-0000:00:17.0-ata-1",
            512,
            4096,
            "sata"));
  }
}
