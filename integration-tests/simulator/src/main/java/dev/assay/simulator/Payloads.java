package dev.assay.simulator;

import dev.assay.simulator.hardware.PciDevices;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.ramdisk.Body;

/** Creates callback bodies as bytes, for tests that post them without booting a machine. */
public final class Payloads {
  private Payloads() {}

  /** The body that a normally working machine posts: JSON in ASCII. */
  public static byte[] of(Machine machine) {
    return Body.bytes(machine.payload());
  }

  /**
   * The body of the machine, filled up to a size with additional PCI devices.
   *
   * @param bytes the size to reach; the body is at most one device, 140 bytes, larger. A body that
   *     is already larger is returned unchanged
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
