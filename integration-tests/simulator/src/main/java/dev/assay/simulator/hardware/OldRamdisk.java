package dev.assay.simulator.hardware;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * A server booted from a ramdisk of about 2017, whose JSON objects have fewer members
 * (spec/ramdisk.md 9).
 */
record OldRamdisk() implements Blueprint {
  private static final Nic.Adapter PORT = new Nic.Adapter("14e4", "165f", 1000, "tg3");
  private static final int MEMORY_MIB = 65_536;

  @Override
  public DataSheet sheet() {
    return new DataSheet(
        "Dell Inc.",
        "PowerEdge R630 (SKU=NotProvided;ModelName=PowerEdge R630)",
        "PowerEdge R630",
        new DataSheet.Firmware("Dell Inc.", "2.4.3", "01/17/2017"),
        new DataSheet.Cpu(
            "Intel(R) Xeon(R) CPU E5-2630 v3 @ 2.40GHz",
            "2400.0000",
            32,
            2,
            "x86_64",
            List.of("pse", "vmx", "aes")),
        "System.Embedded.1",
        "iDRAC.Embedded.1",
        "44:a8:42");
  }

  @Override
  public String serial(Identity identity) {
    return identity.serial("9", 7);
  }

  @Override
  public long memory(Identity identity) {
    return MEMORY_MIB;
  }

  @Override
  public List<Nic> nics(Identity identity) {
    return List.of(
        Nic.of("em1", identity.mac("44:a8:42", 0), PORT, "0000:01:00.0")
            .withIpv4(identity.address()),
        Nic.of("em2", identity.mac("44:a8:42", 1), PORT, "0000:01:00.1").withoutCarrier());
  }

  /**
   * Built here instead of by {@link CallbackBody}, because most of its JSON differs from that of
   * newer ramdisks.
   */
  @Override
  public ObjectNode payload(Identity identity) {
    var nics = nics(identity);
    var disk = disk(identity);
    var body = JsonNodeFactory.instance.objectNode();
    var inventory = body.putObject("inventory");
    inventory
        .putArray("interfaces")
        .add(nics.get(0).oldJson(Lldp.of(identity, 0).shortJson()))
        .add(nics.get(1).oldJson(null));
    inventory.set("cpu", sheet().cpu().oldJson());
    inventory.putArray("disks").add(disk.oldJson());
    inventory
        .putObject("memory")
        .put("total", (long) MEMORY_MIB * 1_029_267)
        .put("physical_mb", MEMORY_MIB);
    inventory.put("bmc_address", identity.bmcAddress());
    inventory
        .putObject("system_vendor")
        .put("product_name", sheet().product())
        .put("serial_number", serial(identity))
        .put("manufacturer", sheet().manufacturer());
    inventory
        .putObject("boot")
        .put("current_boot_mode", "bios")
        .put("pxe_interface", nics.getFirst().mac());
    body.set("root_disk", disk.oldJson());
    body.put("boot_interface", nics.getFirst().mac());
    body.putNull("error");
    body.set("logs", Collected.logs(identity));
    return body;
  }

  private static Disk disk(Identity identity) {
    var volume = identity.hex("volume", 8);
    var extension = identity.hex("extension", 8);
    return new Disk(
        "/dev/sda",
        "PERC H730 Mini",
        999_653_638_144L,
        true,
        "0x" + volume,
        volume + extension,
        "DELL",
        extension,
        "0:2:0:0",
        null,
        512,
        512,
        null);
  }
}
