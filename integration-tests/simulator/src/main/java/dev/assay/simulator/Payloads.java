package dev.assay.simulator;

import dev.assay.simulator.hardware.PciDevices;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.ramdisk.Body;

/** Callback bodies as bytes, for those who post them without booting a machine. */
public final class Payloads {
  private Payloads() {}

  /** The body that a good machine posts: ASCII JSON. */
  public static byte[] of(Machine machine) {
    return Body.bytes(machine.payload());
  }

  /**
   * The same with as many further PCI devices as it takes to reach a size.
   *
   * @param bytes the size to reach; the body is at most one device, 140 bytes, larger. A machine
   *     whose body is larger already keeps it
   */
  public static byte[] ofSize(Machine machine, int bytes) {
    var payload = machine.payload();
    var devices = payload.withArrayProperty("pci_devices");
    int size = Body.bytes(payload).length;
    for (int number = 0; size < bytes; number++) {
      var device = PciDevices.bridge(1024 + number);
      devices.add(device);
      size += Body.bytes(device).length + 1;
    }
    return Body.bytes(payload);
  }
}
