package dev.assay.redfish.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.hardware.BootChoice;
import dev.assay.hardware.BootDevice;
import dev.assay.hardware.BootMode;
import dev.assay.redfish.client.RedfishClient;
import dev.assay.redfish.client.RedfishResource.Boot;
import dev.assay.redfish.client.RedfishResource.ComputerSystem;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Sets and cancels the boot source override of one system. Source: DSP0268 ComputerSystem.Boot. */
public final class BootOverride {
  private final RedfishClient client;
  private final String path;

  /** What decides on a change. */
  private record Current(Vendor vendor, BootState state) {}

  public BootOverride(RedfishClient client, String path) {
    this.client = client;
    this.path = path;
  }

  /** The device from which the next start boots. */
  public static BootChoice choice(RedfishClient client, ComputerSystem system) {
    return BootState.of(client, system).next().map(BootSource::choice).orElse(BootChoice.NONE);
  }

  /** The boot mode, by Redfish's name: "UEFI", "Legacy". */
  public static Optional<String> mode(RedfishClient client, ComputerSystem system) {
    return system
        .boot()
        .map(Boot::overrideMode)
        .or(() -> BootState.of(client, system).settings().map(Boot::overrideMode));
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
        current -> {
          var boot = current.state().next();
          if (!boot.map(it -> it.allowsMode(name)).orElse(true)) {
            throw client.errors().notOffered("the boot mode " + name);
          }
          return Optional.of(BootSource.modeChange(name, boot));
        });
  }

  /** Cancels an override for the next boot only; leaves a permanent one. */
  public void cancelOnce() {
    change(
        current -> {
          var waits = current.state().any(BootSource::once);
          return waits
              ? Optional.of(completed(BootSource.noOverride(), current))
              : Optional.empty();
        });
  }

  private void override(BootDevice device, Function<String, ObjectNode> override) {
    change(
        current -> {
          var boot = current.state().next();
          var target =
              current
                  .vendor()
                  .target(device, boot)
                  .orElseThrow(() -> client.errors().notOffered("boot device " + device.wire()));
          if (!boot.map(it -> it.allows(target)).orElse(true)) {
            throw client.errors().notOffered("the boot source " + target);
          }
          return Optional.of(completed(override.apply(target), current));
        });
  }

  private static ObjectNode completed(ObjectNode override, Current current) {
    current.vendor().complete(override, current.state().next());
    return override;
  }

  /**
   * Changes members of Boot: those that the settings resource has there, and the others in the
   * system itself.
   *
   * @param change returns the new members; empty when nothing is to be changed
   */
  private void change(Function<Current, Optional<ObjectNode>> change) {
    client.change(
        path,
        ComputerSystem.class,
        system -> {
          var state = BootState.of(client, system);
          var members = change.apply(new Current(Vendor.of(path, system), state));
          return members.flatMap(
              boot -> {
                changeSettings(system, settingsOf(boot, state));
                return patch(boot);
              });
        });
  }

  /** Takes those members out of {@code boot} that are changed in the settings resource. */
  private static ObjectNode settingsOf(ObjectNode boot, BootState state) {
    var settings = JsonNodeFactory.instance.objectNode();
    for (var member : List.copyOf(boot.properties())) {
      if (state.isSetting(member.getKey())) {
        settings.set(member.getKey(), boot.remove(member.getKey()));
      }
    }
    return settings;
  }

  private void changeSettings(ComputerSystem system, ObjectNode boot) {
    patch(boot)
        .ifPresent(
            body ->
                client.change(
                    system.settings().orElseThrow(), ComputerSystem.class, _ -> Optional.of(body)));
  }

  /** The body of a PATCH; empty when there is nothing to change. */
  private static Optional<JsonNode> patch(ObjectNode boot) {
    return boot.isEmpty() ? Optional.empty() : Optional.of(BootSource.patch(boot));
  }
}
