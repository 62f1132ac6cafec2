package dev.assay.simulator.hardware;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** A 64 bit ARM server with one 100 GbE port, a VLAN on it, and a BMC on IPv6 only. */
record Arm64Server() implements Blueprint {
  private static final Nic.Adapter PORT = new Nic.Adapter("8086", "1592", 100000, "ice");

  @Override
  public DataSheet sheet() {
    return new DataSheet(
        "HPE",
        "ProLiant RL300 Gen11 (P59870-B21)",
        "ProLiant RL300 Gen11",
        new DataSheet.Firmware("HPE", "1.60", "03/01/2024"),
        new DataSheet.Cpu(
            "Neoverse-N1",
            "3000.0000",
            80,
            1,
            "aarch64",
            List.of("fp", "asimd", "evtstrm", "aes", "pmull", "sha1", "sha2", "crc32", "atomics")),
        "1",
        "1",
        "94:40:c9");
  }

  @Override
  public String serial(Identity identity) {
    return identity.serial("CZ", 10);
  }

  @Override
  public long memory(Identity identity) {
    return identity.oneOf("memory", 262_144, 524_288);
  }

  @Override
  public List<Nic> nics(Identity identity) {
    var port =
        Nic.of("enP4p1s0", identity.mac("b4:96:91", 0), PORT, "0004:01:00.0")
            .withIpv4(identity.address())
            .withLinkLocal();
    return List.of(port, port.vlan(200));
  }

  @Override
  public ObjectNode payload(Identity identity) {
    var nics = nics(identity);
    return new CallbackBody(sheet(), identity)
        .devices(nics, disks(identity))
        .memory(memory(identity), true)
        .bmc("0.0.0.0", identity.bmcV6Address())
        .vendor(serial(identity))
        .boot("uefi", "01-" + nics.getFirst().mac().replace(':', '-'))
        .configuration(List.of("default", "logs"), List.of())
        .pluginData("logs", Collected.logs(identity))
        .json();
  }

  private static List<Disk> disks(Identity identity) {
    return List.of(
        Disk.nvme(
            0,
            "Micron_7450_MTFDKBG960TFR",
            identity.oneOf("disk", 960_197_124_096L, 1_920_383_410_176L),
            "000000000000000100a07523" + identity.hex("disk", 8),
            identity.serial("2246", 12),
            "0003:01:00.0"));
  }
}
