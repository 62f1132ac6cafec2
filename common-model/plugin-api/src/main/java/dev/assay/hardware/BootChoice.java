package dev.assay.hardware;

import org.jspecify.annotations.Nullable;

/**
 * The boot device of a machine and whether it is permanent. Source: spec api.md 10.4.
 *
 * @param device null when none is chosen, so that the firmware's own order applies, or when the BMC
 *     reports none, or one that has no name here
 * @param persistent true for permanently, false for only the next time; null when none is chosen or
 *     reported
 */
public record BootChoice(@Nullable BootDevice device, @Nullable Boolean persistent) {
  /** No device chosen or reported. */
  public static final BootChoice NONE = new BootChoice(null, null);
}
