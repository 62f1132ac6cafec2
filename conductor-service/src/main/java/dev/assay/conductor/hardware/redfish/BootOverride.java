package dev.assay.conductor.hardware.redfish;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.conductor.hardware.redfish.RedfishResource.ComputerSystem;
import dev.assay.hardware.BootDevice;
import java.net.URI;
import java.util.Optional;

/** Sets and cancels the boot source override of one system. Source: DSP0268 ComputerSystem.Boot. */
final class BootOverride {
  private final RedfishClient client;
  private final String path;

  BootOverride(RedfishClient client, String path) {
    this.client = client;
    this.path = path;
  }

  /** Throws UNSUPPORTED when Redfish or the BMC has no such source. */
  void set(BootDevice device, boolean persistent) {
    var target = target(device);
    change(target, BootSource.override(target, persistent));
  }

  /** Boots {@code image} once, by UEFI. */
  void setUrl(URI image) {
    var target = target(BootDevice.UEFIHTTP);
    change(target, BootSource.urlOverride(target, image));
  }

  /** Cancels an override for the next boot only; leaves a permanent one. */
  void cancelOnce() {
    var system = client.require(path, ComputerSystem.class);
    if (system.resource().boot().filter(BootSource::once).isPresent()) {
      requireSuccess(
          client.patch(path, BootSource.noOverride(), etag(system)), BootSource.noOverride());
    }
  }

  private String target(BootDevice device) {
    return BootSource.target(device)
        .orElseThrow(() -> client.errors().notOffered("boot device " + device.wire()));
  }

  private void change(String target, JsonNode override) {
    var answer = patch(target, override);
    if (answer.status() == 412) { // changed between reading and writing
      answer = patch(target, override);
    }
    requireSuccess(answer, override);
  }

  private RedfishResponse patch(String target, JsonNode override) {
    var system = client.require(path, ComputerSystem.class);
    if (!system.resource().boot().map(boot -> boot.allows(target)).orElse(true)) {
      throw client.errors().notOffered("the boot source " + target);
    }
    return client.patch(path, override, etag(system));
  }

  private void requireSuccess(RedfishResponse answer, JsonNode body) {
    if (!answer.isSuccess()) {
      throw client.errors().unexpected(RedfishRequest.patch(path, body, Optional.empty()), answer);
    }
  }

  private static Optional<String> etag(RedfishClient.Found<ComputerSystem> system) {
    return system.etag().or(system.resource()::etag);
  }
}
