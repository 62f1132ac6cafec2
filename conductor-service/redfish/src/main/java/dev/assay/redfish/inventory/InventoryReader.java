package dev.assay.redfish.inventory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.hardware.Deadline;
import dev.assay.hardware.HardwareReport;
import dev.assay.redfish.client.RedfishClient;
import dev.assay.redfish.client.RedfishResource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads everything that an inspection without a ramdisk needs. Source: spec conductor.md 8. */
public final class InventoryReader {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  /** Most chassis of one system that are read: more than any server has. */
  private static final int MOST_CHASSIS = 8;

  private final Resources bmc;
  private final Resource root;
  private final Resource system;

  private InventoryReader(Resources bmc, Resource root, Resource system) {
    this.bmc = bmc;
    this.root = root;
    this.system = system;
  }

  /** Of the system at {@code path}; reads until {@code deadline}. */
  public static InventoryReader of(RedfishClient client, Deadline deadline, String path) {
    var root = new Resource(client.require(RedfishResource.ROOT));
    var system = new Resource(client.require(path));
    return new InventoryReader(new BmcResources(client, deadline, root), root, system);
  }

  /** Reads all resources, one group after the other. */
  public HardwareReport read() {
    var inventory = JSON.objectNode();
    var pluginData = JSON.objectNode();
    addSystem(inventory);
    inventory.set("interfaces", NetworkInterfaces.read(bmc, system));
    addProcessors(inventory, pluginData);
    addMemory(inventory, pluginData);
    addStorage(inventory, pluginData);
    addChassis(inventory, pluginData);
    addUnlessEmpty(pluginData, "firmware", FirmwareVersions.read(bmc, root));
    addUnread(pluginData);
    return new HardwareReport(inventory, pluginData);
  }

  private void addSystem(ObjectNode inventory) {
    var vendor = inventory.putObject("system_vendor");
    system.copyText("Model", vendor, "product_name");
    system.copyText("SerialNumber", vendor, "serial_number");
    system.copyText("Manufacturer", vendor, "manufacturer");
    system.copyText("UUID", vendor, "system_uuid");
    system
        .text("BiosVersion")
        .ifPresent(version -> vendor.putObject("firmware").put("version", version));
    system.text("HostName").ifPresent(name -> inventory.put("hostname", name));
    var boot = inventory.putObject("boot");
    boot.put("current_boot_mode", bootMode());
    boot.putNull("pxe_interface");
  }

  private @Nullable String bootMode() {
    return switch (system.object("Boot").text("BootSourceOverrideMode").orElse("")) {
      case "UEFI" -> "uefi";
      case "Legacy" -> "bios";
      default -> null;
    };
  }

  private void addProcessors(ObjectNode inventory, ObjectNode pluginData) {
    var processors = Processors.read(bmc, system);
    addUnlessEmpty(inventory, "cpu", processors.cpu());
    addUnlessEmpty(pluginData, "processors", processors.details());
    addUnlessEmpty(pluginData, "accelerators", processors.accelerators());
  }

  private void addMemory(ObjectNode inventory, ObjectNode pluginData) {
    var modules = MemoryModules.read(bmc, system);
    addUnlessEmpty(inventory, "memory", modules.memory());
    addUnlessEmpty(pluginData, "memory_devices", modules.details());
  }

  private void addStorage(ObjectNode inventory, ObjectNode pluginData) {
    var storage = StorageUnits.read(bmc, system);
    inventory.set("disks", storage.disks());
    addUnlessEmpty(inventory, "storage_controllers", storage.controllers());
    addUnlessEmpty(pluginData, "volumes", storage.volumes());
    pluginData.put("local_gb", storage.localGibibytes());
  }

  private void addChassis(ObjectNode inventory, ObjectNode pluginData) {
    var chassis = chassis();
    var devices = PciDevices.read(bmc, system, chassis);
    addUnlessEmpty(inventory, "pci_devices", devices);
    addUnlessEmpty(pluginData, "pci_devices", devices.deepCopy()); // where hooks look for them
    addUnlessEmpty(pluginData, "parsed_lldp", NetworkInterfaces.neighbours(bmc, chassis));
  }

  private List<Resource> chassis() {
    return system.object("Links").objects("Chassis").stream()
        .limit(MOST_CHASSIS)
        .flatMap(link -> link.path().flatMap(bmc::find).stream())
        .toList();
  }

  private void addUnread(ObjectNode pluginData) {
    var unread = JSON.arrayNode();
    bmc.unread().forEach(unread::add);
    addUnlessEmpty(pluginData, "unread_resources", unread);
  }

  private static void addUnlessEmpty(ObjectNode to, String name, JsonNode value) {
    if (!value.isEmpty()) {
      to.set(name, value);
    }
  }
}
