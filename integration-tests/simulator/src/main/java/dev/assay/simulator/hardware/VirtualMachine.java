package dev.assay.simulator.hardware;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** A small virtual machine: no BMC visible to the ramdisk, no {@code BOOTIF}, no SMBIOS memory. */
record VirtualMachine() implements Blueprint {
  private static final Nic.Adapter PORT = new Nic.Adapter("1af4", "0001", null, "virtio_net");

  @Override
  public DataSheet sheet() {
    return new DataSheet(
        "Red Hat",
        "KVM (9.2.0)",
        "KVM",
        new DataSheet.Firmware("EDK II", "edk2-20221207gitfff6d81270b5-7.el9", "12/07/2022"),
        new DataSheet.Cpu(
            "Intel Xeon Processor (Skylake, IBRS)",
            "2095.076",
            4,
            4,
            "x86_64",
            List.of("fpu", "pse", "aes", "hypervisor")),
        "vm",
        "BMC",
        "52:54:00");
  }

  /** Empty, because virtual machines have no serial number by default. */
  @Override
  public String serial(Identity identity) {
    return "";
  }

  @Override
  public long memory(Identity identity) {
    return identity.oneOf("memory", 4096, 8192, 16384);
  }

  @Override
  public List<Nic> nics(Identity identity) {
    return List.of(
        Nic.of("eth0", identity.mac("52:54:00", 0), PORT, "virtio0")
            .withIpv4(identity.address())
            .withLinkLocal());
  }

  @Override
  public ObjectNode payload(Identity identity) {
    return new CallbackBody(sheet(), identity)
        .devices(nics(identity), List.of(disk(identity)))
        .memory(memory(identity), false)
        .bmc(null, null)
        .vendor(serial(identity))
        .boot("bios", null)
        .configuration(List.of("default"), List.of())
        .json();
  }

  private static Disk disk(Identity identity) {
    return new Disk(
        "/dev/vda",
        "",
        identity.oneOf("disk", 20L << 30, 40L << 30),
        true,
        null,
        null,
        "0x1af4",
        null,
        null,
        "/dev/disk/by-path/virtio-pci-0000:05:00.0",
        512,
        512,
        "virtio");
  }
}
