package dev.assay.redfish.system;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.hardware.BootDevice;
import dev.assay.hardware.BootMode;
import dev.assay.redfish.client.RedfishClient;
import dev.assay.redfish.client.RedfishResource.ComputerSystem;
import java.net.URI;
import java.util.Optional;
import java.util.function.Function;

/** Sets and cancels the boot source override of one system. Source: DSP0268 ComputerSystem.Boot. */
public final class BootOverride {
  private final RedfishClient client;
  private final String path;

  public BootOverride(RedfishClient client, String path) {
    this.client = client;
    this.path = path;
  }

  /** Throws UNSUPPORTED when Redfish or the BMC has no such source. */
  public void set(BootDevice device, boolean persistent) {
    var target = target(device);
    override(target, BootSource.override(target, persistent));
  }

  /** Boots {@code image} once, by UEFI. */
  public void setUrl(URI image) {
    var target = target(BootDevice.UEFIHTTP);
    override(target, BootSource.urlOverride(target, image));
  }

  /**
   * Changes the boot mode and keeps the override. Throws UNSUPPORTED when the BMC lacks the mode.
   */
  public void setMode(BootMode mode) {
    var name = BootSource.mode(mode);
    change(
        system -> {
          if (!system.boot().map(boot -> boot.allowsMode(name)).orElse(true)) {
            throw client.errors().notOffered("the boot mode " + name);
          }
          return Optional.of(BootSource.modeChange(name, system.boot()));
        });
  }

  /** Cancels an override for the next boot only; leaves a permanent one. */
  public void cancelOnce() {
    change(system -> system.boot().filter(BootSource::once).map(_ -> BootSource.noOverride()));
  }

  private String target(BootDevice device) {
    return BootSource.target(device)
        .orElseThrow(() -> client.errors().notOffered("boot device " + device.wire()));
  }

  private void override(String target, JsonNode body) {
    change(
        system -> {
          if (!system.boot().map(boot -> boot.allows(target)).orElse(true)) {
            throw client.errors().notOffered("the boot source " + target);
          }
          return Optional.of(body);
        });
  }

  private void change(Function<ComputerSystem, Optional<JsonNode>> change) {
    client.change(path, ComputerSystem.class, change);
  }
}
