package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.simulator.hardware.Hardware;
import dev.assay.simulator.machine.Machine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The Storage resources, each with one controller, and the SimpleStorage resources (DSP0268). */
final class StorageResources {
  private final Hardware hardware;
  private final String path;

  private StorageResources(Machine machine) {
    this.hardware = machine.hardware();
    this.path = machine.systemPath() + "/Storage";
  }

  /** Controllers with their drives and, if they make some of them, their volumes. */
  static Members of(Machine machine) {
    var storage = new StorageResources(machine);
    var resources = new ArrayList<Resource>();
    controllers(machine.hardware())
        .forEach((controller, disks) -> resources.add(storage.storage(controller, disks)));
    return Members.of("Storage", resources);
  }

  /** The same controllers with the disks that the operating system sees. */
  static Members simple(Machine machine) {
    var resources = new ArrayList<Resource>();
    controllers(machine.hardware())
        .forEach((controller, disks) -> resources.add(simple(controller, disks)));
    return Members.of("SimpleStorage", resources);
  }

  private static Map<String, List<Disk>> controllers(Hardware hardware) {
    var disks = new LinkedHashMap<String, List<Disk>>();
    for (var disk : Disk.of(hardware)) {
      disks.computeIfAbsent(disk.controller(), _ -> new ArrayList<>()).add(disk);
    }
    return disks;
  }

  private Resource storage(String controller, List<Disk> disks) {
    var drives = new ArrayList<Resource>();
    var volumes = new ArrayList<Resource>();
    for (var disk : disks) {
      if (disk.isVolume()) {
        volumes.add(volume(controller, disk, drives));
      } else {
        drives.add(drive("Disk." + disk.number(), disk));
      }
    }
    var resource = Resource.of("Storage", "1_17_1", controller, controller + " storage");
    controller(resource.properties(), controller, disks.getFirst());
    return resource
        .with("Drives", Members.listed("Drive", drives))
        .with("Volumes", Members.of("Volume", volumes));
  }

  private void controller(ObjectNode storage, String id, Disk disk) {
    var json =
        storage
            .putArray("StorageControllers")
            .addObject()
            .put("@odata.id", "%s/%s#/StorageControllers/0".formatted(path, id))
            .put("MemberId", "0")
            .put("Name", disk.isVolume() ? disk.model() : id + " controller")
            .put("FirmwareVersion", version("controller " + id))
            .put("SpeedGbps", 12);
    json.set("Status", ComputerSystem.healthy("Enabled"));
    json.putArray("SupportedControllerProtocols").add("PCIe");
    json.putArray("SupportedDeviceProtocols").add(disk.protocol());
    ArrayNode raidTypes = json.putArray("SupportedRAIDTypes");
    if (disk.isVolume()) {
      raidTypes.add("RAID0").add("RAID1");
    }
    storage.put("StorageControllers@odata.count", 1);
  }

  /** A mirror: adds the two drives that it is made of. */
  private Resource volume(String controller, Disk disk, List<Resource> drives) {
    var members = new ArrayList<String>();
    for (int copy = 1; copy <= 2; copy++) {
      var id = "Disk.%d.%d".formatted(disk.number(), copy);
      drives.add(mirroredDrive(id, disk));
      members.add("%s/%s/Drives/%s".formatted(path, controller, id));
    }
    var volume =
        Resource.of("Volume", "1_10_0", "Volume." + disk.number(), "Volume " + disk.number())
            .with("RAIDType", "RAID1")
            .with("CapacityBytes", disk.size());
    identify(volume, disk);
    Resource.link(volume.properties().putObject("Links"), "Drives", members);
    return volume;
  }

  private Resource mirroredDrive(String id, Disk disk) {
    return unnamedDrive(id, disk)
        .with("CapacityBytes", disk.size() + Disk.VOLUME_METADATA)
        .with("SerialNumber", hardware.hex("serial " + id, 10).toUpperCase(Locale.ROOT))
        .with("Manufacturer", "TOSHIBA")
        .with("Model", disk.rotational() ? "AL15SEB120NY" : "KBG40ZNT240G");
  }

  private Resource drive(String id, Disk disk) {
    var drive =
        unnamedDrive(id, disk)
            .with("CapacityBytes", disk.size())
            .with("SerialNumber", disk.serial())
            .with("Manufacturer", disk.manufacturer())
            .with("Model", disk.model());
    identify(drive, disk);
    return drive;
  }

  private Resource unnamedDrive(String id, Disk disk) {
    return Resource.of("Drive", "1_20_1", id, "Drive " + id)
        .with("MediaType", disk.rotational() ? "HDD" : "SSD")
        .with("Protocol", disk.protocol())
        .with("Revision", version("drive"));
  }

  /** The same for all drives of a machine, which have been updated together. */
  private String version(String what) {
    return hardware.hex("firmware of " + what, 4).toUpperCase(Locale.ROOT);
  }

  private static void identify(Resource resource, Disk disk) {
    if (!disk.wwn().isEmpty()) {
      resource
          .properties()
          .putArray("Identifiers")
          .addObject()
          .put("DurableName", disk.wwn())
          .put("DurableNameFormat", disk.wwn().startsWith("eui.") ? "EUI" : "NAA");
    }
  }

  private static Resource simple(String controller, List<Disk> disks) {
    var resource =
        Resource.of("SimpleStorage", "1_3_2", controller, controller + " simple storage");
    var devices = resource.properties().putArray("Devices");
    for (var disk : disks) {
      var device = devices.addObject().put("Name", disk.name()).put("CapacityBytes", disk.size());
      if (!disk.model().isEmpty()) {
        device.put("Manufacturer", disk.manufacturer()).put("Model", disk.model());
      }
      device.set("Status", ComputerSystem.healthy("Enabled"));
    }
    return resource.with("Devices@odata.count", disks.size());
  }
}
