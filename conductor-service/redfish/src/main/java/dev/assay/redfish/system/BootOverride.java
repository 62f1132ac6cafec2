package dev.assay.redfish.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
    override(device, target -> BootSource.override(target, persistent));
  }

  /** Boots {@code image} once, by UEFI. */
  public void setUrl(URI image) {
    override(BootDevice.UEFIHTTP, target -> BootSource.urlOverride(target, image));
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
    change(
        system ->
            system
                .boot()
                .filter(BootSource::once)
                .map(_ -> completed(BootSource.noOverride(), system)));
  }

  private void override(BootDevice device, Function<String, ObjectNode> body) {
    change(
        system -> {
          var boot = system.boot();
          var target =
              Vendor.of(path, system)
                  .target(device, boot)
                  .orElseThrow(() -> client.errors().notOffered("boot device " + device.wire()));
          if (!boot.map(now -> now.allows(target)).orElse(true)) {
            throw client.errors().notOffered("the boot source " + target);
          }
          return Optional.of(completed(body.apply(target), system));
        });
  }

  private JsonNode completed(ObjectNode boot, ComputerSystem system) {
    Vendor.of(path, system).complete(boot, system.boot());
    return BootSource.patch(boot);
  }

  private void change(Function<ComputerSystem, Optional<JsonNode>> change) {
    client.change(path, ComputerSystem.class, change);
  }
}
