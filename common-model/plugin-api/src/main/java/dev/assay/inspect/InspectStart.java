package dev.assay.inspect;

import dev.assay.hardware.HardwareReport;

/** What happens after an inspection was started. */
public sealed interface InspectStart {
  /** The machine boots the inspection ramdisk: the inspection waits for the ramdisk's data. */
  record RamdiskBoots() implements InspectStart {}

  /**
   * Somebody boots the ramdisk by hand: as above, but the power state of the machine is unknown.
   */
  record RamdiskAwaited() implements InspectStart {}

  /**
   * The BMC has reported the data, and no ramdisk was started: hooks and rules run on {@code
   * report}, and the inspection is finished.
   */
  record Collected(HardwareReport report) implements InspectStart {}

  /** There is nothing to wait for: the inspection is finished and has no data. */
  record Finished() implements InspectStart {}
}
