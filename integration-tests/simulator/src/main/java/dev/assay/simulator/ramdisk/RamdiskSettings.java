package dev.assay.simulator.ramdisk;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings that kernel command line and firmware give to the ramdisk; the same for all machines
 * of a rack.
 *
 * @param callbackUrls tried in this order; at least one
 * @param apiUrl root of the API without trailing slash; null: neither lookup nor heartbeats
 * @param ipxeUrl of the script that DHCP names, with %s for the MAC address; null: a server that is
 *     not simulated boots the ramdisk with these settings
 * @param bootTime from power-on to the start of the agent, real time
 * @param dhcpWait how long DHCP takes, real time; only machines that know their boot interface wait
 * @param seed of the random intervals
 */
public record RamdiskSettings(
    List<URI> callbackUrls,
    @Nullable URI apiUrl,
    @Nullable String ipxeUrl,
    Duration bootTime,
    Duration dhcpWait,
    Duration requestTimeout,
    long seed) {
  public RamdiskSettings {
    callbackUrls = List.copyOf(callbackUrls);
    if (callbackUrls.isEmpty()) {
      throw new IllegalArgumentException("a ramdisk needs at least one callback URL");
    }
  }

  /** The same with the URLs that the kernel parameters of an image give. */
  RamdiskSettings with(List<URI> callbacks, @Nullable URI api) {
    return new RamdiskSettings(callbacks, api, ipxeUrl, bootTime, dhcpWait, requestTimeout, seed);
  }
}
