package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.simulator.machine.Machine;

/** The PCIeDevice and PCIeFunction resources (DSP0268). */
final class PciResources {
  private PciResources() {}

  /** The path of the collection. */
  static String path(Machine machine) {
    return machine.chassisPath() + "/PCIeDevices";
  }

  static Members of(Machine machine) {
    var subsystemVendor = subsystemVendor(machine.hardware().manufacturer());
    return Members.of(
        "PCIeDevice",
        PciDevice.of(machine.hardware()).stream()
            .map(device -> device(device, subsystemVendor))
            .toList());
  }

  private static Resource device(PciDevice device, String subsystemVendor) {
    var functions =
        device.functions().stream().map(reported -> function(reported, subsystemVendor)).toList();
    return Resource.of("PCIeDevice", "1_17_0", device.id(), "PCI device " + device.slot())
        .with("DeviceType", functions.size() == 1 ? "SingleFunction" : "MultiFunction")
        .with("Manufacturer", device.manufacturer())
        .with("Model", device.model())
        .with("PCIeFunctions", Members.of("PCIeFunction", functions));
  }

  private static Resource function(JsonNode reported, String subsystemVendor) {
    var bus = reported.path("bus").asText();
    var number = bus.substring(bus.lastIndexOf('.') + 1);
    var classCode = reported.path("class").asText();
    return Resource.of("PCIeFunction", "1_6_0", number, "PCI function " + bus)
        .with("FunctionId", Integer.parseInt(number, 16))
        .with("FunctionType", "Physical")
        .with("DeviceClass", deviceClass(classCode))
        .with("ClassCode", "0x" + classCode)
        .with("VendorId", "0x" + reported.path("vendor_id").asText())
        .with("DeviceId", "0x" + reported.path("product_id").asText())
        .with("RevisionId", "0x" + reported.path("revision").asText())
        .with("SubsystemVendorId", "0x" + subsystemVendor)
        .with("SubsystemId", "0x" + reported.path("product_id").asText());
  }

  /** The PCI vendor of the server, which ramdisks do not report. */
  private static String subsystemVendor(String manufacturer) {
    return switch (manufacturer) {
      case "Dell Inc." -> "1028";
      case "HPE" -> "1590";
      case "Lenovo" -> "17aa";
      case "Supermicro" -> "15d9";
      default -> "1af4";
    };
  }

  private static String deviceClass(String classCode) {
    return switch (classCode.substring(0, 2)) {
      case "01" -> "MassStorageController";
      case "02" -> "NetworkController";
      case "03" -> "DisplayController";
      case "06" -> "Bridge";
      case "12" -> "ProcessingAccelerators";
      default -> "Other";
    };
  }
}
