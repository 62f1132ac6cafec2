package dev.assay.hardware;

import org.jspecify.annotations.Nullable;

/**
 * Where a machine boots from. Source: spec api.md 10.4.
 *
 * @param device null when nothing is chosen, so that the firmware's own order holds, or when the
 *     BMC does not tell, or tells a device that has no name here
 * @param persistent from now on, or only the next time; null when nothing is chosen or told
 */
public record BootChoice(@Nullable BootDevice device, @Nullable Boolean persistent) {
  /** Nothing chosen, or nothing told. */
  public static final BootChoice NONE = new BootChoice(null, null);
}
