package dev.assay.redfish.inventory;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;

/** Storage: controllers, drives and volumes. Source: DSP0268 Storage, SimpleStorage. */
final class StorageUnits {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final List<Unit> units;
  private final List<Resource> simpleDevices;

  /** One Storage resource with what belongs to it. */
  private record Unit(
      Resource storage,
      List<Resource> controllers,
      List<Resource> drives,
      List<Resource> volumes) {}

  private StorageUnits(List<Unit> units, List<Resource> simpleDevices) {
    this.units = units;
    this.simpleDevices = simpleDevices;
  }

  static StorageUnits read(Resources bmc, Resource system) {
    var units =
        bmc.members(system, "Storage").stream()
            .limit(64)
            .map(storage -> unit(bmc, storage))
            .toList();
    var devices =
        bmc.members(system, "SimpleStorage").stream()
            .flatMap(simple -> simple.objects("Devices").stream())
            .filter(device -> !device.isAbsent())
            .toList();
    return new StorageUnits(units, devices);
  }

  private static Unit unit(Resources bmc, Resource storage) {
    var embedded = storage.objects("StorageControllers");
    return new Unit(
        storage,
        embedded.isEmpty() ? bmc.members(storage, "Controllers") : embedded,
        bmc.members(storage, "Drives").stream().filter(drive -> !drive.isAbsent()).toList(),
        bmc.members(storage, "Volumes"));
  }

  /** Member {@code disks} of the inventory: the drives, else what SimpleStorage lists. */
  ArrayNode disks() {
    var disks = JSON.arrayNode();
    units.stream()
        .flatMap(unit -> unit.drives().stream())
        .filter(drive -> drive.whole("CapacityBytes").isPresent())
        .forEach(drive -> disks.add(disk(drive)));
    if (disks.isEmpty()) {
      simpleDevices.stream()
          .filter(device -> device.whole("CapacityBytes").isPresent())
          .forEach(device -> disks.add(disk(device)));
    }
    return disks;
  }

  /** Member {@code storage_controllers} of the inventory. */
  ArrayNode controllers() {
    var list = JSON.arrayNode();
    units.forEach(unit -> list.add(controllers(unit)));
    return list;
  }

  /** Plugin data {@code volumes}. */
  ArrayNode volumes() {
    var list = JSON.arrayNode();
    for (var unit : units) {
      unit.volumes().forEach(volume -> list.add(volume(unit.storage(), volume)));
    }
    return list;
  }

  /** Property {@code local_gb}. */
  long localGibibytes() {
    return new LocalDisk(
            simpleDevices,
            units.stream().flatMap(unit -> unit.volumes().stream()).toList(),
            units.stream().flatMap(unit -> unit.drives().stream()).toList())
        .gibibytes();
  }

  private static ObjectNode disk(Resource drive) {
    var disk = JSON.objectNode();
    disk.put("name", drive.text("Name").or(drive::id).orElse(""));
    drive.copyText("Model", disk, "model");
    drive.copyWhole("CapacityBytes", disk, "size");
    drive.text("MediaType").ifPresent(type -> disk.put("rotational", type.equals("HDD")));
    drive.copyText("SerialNumber", disk, "serial");
    drive.copyText("Manufacturer", disk, "vendor");
    disk.put(
        "wwn",
        drive.objects("Identifiers").stream()
            .flatMap(identifier -> identifier.text("DurableName").stream())
            .findFirst()
            .orElse(null));
    drive.text("Protocol").ifPresent(it -> disk.put("tran", it.toLowerCase(Locale.ROOT)));
    return disk;
  }

  private static ObjectNode controllers(Unit unit) {
    var storage = JSON.objectNode();
    storage.put("id", unit.storage().id().orElse(null));
    unit.storage().copyText("Name", storage, "name");
    var controllers = storage.putArray("storage_controllers");
    unit.controllers().forEach(controller -> controllers.add(controller(controller)));
    var drives = storage.putArray("drives");
    unit.drives().forEach(drive -> drives.add(drive(drive)));
    return storage;
  }

  private static ObjectNode controller(Resource reported) {
    var controller = JSON.objectNode();
    controller.put("member_id", reported.text("MemberId").or(reported::id).orElse(null));
    reported.copyText("Name", controller, "name");
    copyTexts(reported, "SupportedRAIDTypes", controller, "raid_types");
    reported.number("SpeedGbps").ifPresent(speed -> controller.put("speed_gbps", speed));
    copyTexts(reported, "SupportedControllerProtocols", controller, "controller_protocols");
    copyTexts(reported, "SupportedDeviceProtocols", controller, "device_protocols");
    reported.copyText("FirmwareVersion", controller, "firmware_version");
    return controller.set("status", reported.status());
  }

  private static void copyTexts(Resource from, String name, ObjectNode into, String to) {
    var list = into.putArray(to);
    from.texts(name).forEach(list::add);
  }

  private static ObjectNode drive(Resource reported) {
    var drive = JSON.objectNode();
    reported.copyText("Name", drive, "name");
    reported.copyWhole("CapacityBytes", drive, "size");
    drive.put("id", reported.id().orElse(null));
    reported.copyText("MediaType", drive, "media_type");
    reported.copyText("SerialNumber", drive, "serial_number");
    reported.copyText("Manufacturer", drive, "manufacturer");
    reported.copyText("Model", drive, "model");
    reported.copyText("Revision", drive, "revision");
    reported.copyText("Protocol", drive, "protocol");
    return drive.set("status", reported.status());
  }

  private static ObjectNode volume(Resource storage, Resource reported) {
    var volume = JSON.objectNode();
    volume.put("id", reported.id().orElse(null));
    reported.copyText("Name", volume, "name");
    volume.put("storage", storage.id().orElse(null));
    reported.copyWhole("CapacityBytes", volume, "size");
    reported.copyText("RAIDType", volume, "raid_type");
    return volume.set("status", reported.status());
  }
}
