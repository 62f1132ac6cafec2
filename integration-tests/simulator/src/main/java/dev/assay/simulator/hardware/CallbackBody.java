package dev.assay.simulator.hardware;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds a callback body in the order in which the ramdisk writes it (spec/ramdisk.md 2, 3). */
final class CallbackBody {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final long PAGE = 4096;

  private final DataSheet sheet;
  private final Identity identity;
  private final ObjectNode inventory = JSON.objectNode();
  private final ObjectNode body = JSON.objectNode();
  private final ObjectNode pluginData = JSON.objectNode();

  CallbackBody(DataSheet sheet, Identity identity) {
    this.sheet = sheet;
    this.identity = identity;
    body.set("inventory", inventory);
  }

  /** Adds interfaces, processors and disks, and the root disk that the ramdisk proposes. */
  CallbackBody devices(List<Nic> nics, List<Disk> disks) {
    var interfaces = inventory.putArray("interfaces");
    nics.forEach(nic -> interfaces.add(nic.json()));
    inventory.set("cpu", sheet.cpu().json());
    var diskRecords = inventory.putArray("disks");
    disks.forEach(disk -> diskRecords.add(disk.json()));
    Disk.root(disks).ifPresent(disk -> body.set("root_disk", disk.json()));
    return this;
  }

  /** Adds memory in MiB; the kernel reports a little less as total. */
  CallbackBody memory(long mebibytes, boolean smbios) {
    var total = (mebibytes << 20) / 1000 * 976 / PAGE * PAGE;
    var memory = inventory.putObject("memory").put("total", total);
    if (smbios) {
      memory.put("physical_mb", mebibytes);
    } else {
      memory.putNull("physical_mb");
    }
    return this;
  }

  CallbackBody bmc(@Nullable String ipv4, @Nullable String ipv6) {
    inventory.put("bmc_address", ipv4).put("bmc_v6address", ipv6);
    return this;
  }

  CallbackBody vendor(String serial) {
    inventory
        .putObject("system_vendor")
        .put("product_name", sheet.product())
        .put("serial_number", serial)
        .put("manufacturer", sheet.manufacturer())
        .set("firmware", sheet.firmware().json());
    return this;
  }

  /** Adds the boot mode and the kernel parameter {@code BOOTIF} as given. */
  CallbackBody boot(String mode, @Nullable String bootif) {
    inventory.putObject("boot").put("current_boot_mode", mode).put("pxe_interface", bootif);
    inventory.put("hostname", "localhost");
    body.put("boot_interface", bootif);
    return this;
  }

  CallbackBody bmcMac() {
    inventory.put("bmc_mac", identity.mac(sheet.bmcPrefix(), Identity.BMC_SLOT));
    return this;
  }

  /** Adds the names of the collectors and hardware managers that ran. */
  CallbackBody configuration(List<String> collectors, List<String> extraManagers) {
    var configuration = body.putObject("configuration");
    collectors.forEach(configuration.putArray("collectors")::add);
    var managers = configuration.putArray("managers");
    extraManagers.forEach(name -> managers.addObject().put("name", name).put("version", "1"));
    managers.addObject().put("name", "generic_hardware_manager").put("version", "1.2");
    return this;
  }

  CallbackBody pluginData(String key, JsonNode value) {
    pluginData.set(key, value);
    return this;
  }

  ObjectNode json() {
    body.setAll(pluginData);
    return body.putNull("error");
  }
}
