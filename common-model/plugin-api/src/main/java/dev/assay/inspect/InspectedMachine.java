package dev.assay.inspect;

import dev.assay.hardware.Bmc;
import dev.assay.hardware.HardwareDriver;
import java.net.URI;
import java.time.Duration;

/** The machine that an {@link InspectInterface} inspects. */
public interface InspectedMachine {
  /** The driver of its node. */
  HardwareDriver driver();

  /** Its BMC, which accepts commands only as long as this conductor works on the node. */
  Bmc bmc();

  /** Whether the machine must not be powered off. */
  boolean powerOffForbidden();

  /** How long a change of power may take. */
  Duration powerLimit();

  /** Its node's boot_interface: "ipxe", "redfish-virtual-media" ... */
  String bootInterface();

  /**
   * Where BMC and machine find the bootable image of the ramdisk for this inspection: an ISO image
   * that carries the kernel parameters, to be read until the inspection ends.
   *
   * @throws dev.assay.hardware.HardwareFailure when none is configured
   */
  URI bootImage();

  /**
   * Lets the data of its ramdisk find the node, and the PXE filter let it boot; creates ports for
   * the network cards that the BMC reports. To be called before the machine is powered on.
   */
  void expectRamdisk();

  /**
   * Returns when the machine may be powered on: operators can set a minimum time between the
   * power-ons of all inspections. To be called directly before.
   */
  void awaitPowerOn();
}
