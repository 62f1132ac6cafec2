package dev.assay.simulator.machine;

import java.net.URI;

/** What the firmware boots when the machine is powered on. */
public sealed interface BootSource {
  /** The operating system on the disk. */
  record Disk() implements BootSource {}

  /** The ramdisk, by a DHCP server of the operator that is not simulated. */
  record Network() implements BootSource {}

  /** The image at a URL, in the virtual CD drive or by UEFI HTTP boot. */
  record Image(URI url) implements BootSource {}

  /** Nothing, for a reason such as an empty drive. */
  record Nothing(String reason) implements BootSource {}
}
