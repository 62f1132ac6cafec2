package dev.assay.conductor.hardware.redfish;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.assay.id.MacAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The Redfish resources that are read, each with the members that are used; a member that the BMC
 * leaves out or sends as null is empty. Source: DSP0268.
 */
sealed interface RedfishResource {
  /** The path of the service root; readable without a login. Source: DSP0266 6.4. */
  String ROOT = "/redfish/v1/";

  /** A resource that is changed by PATCH. */
  sealed interface Changeable extends RedfishResource {
    @Nullable String odataEtag();

    /** The ETag in the resource; empty also when it cannot be sent back. */
    default Optional<String> etag() {
      return Optional.ofNullable(odataEtag()).filter(RedfishResponse::sendable);
    }
  }

  /** A reference to another resource. */
  record Link(@JsonProperty("@odata.id") @Nullable String id) {
    static Optional<String> path(@Nullable Link link) {
      return link == null ? Optional.empty() : Optional.ofNullable(link.id());
    }

    static List<String> paths(@Nullable List<Link> links) {
      return links == null
          ? List.of()
          : links.stream().flatMap(link -> path(link).stream()).toList();
    }
  }

  /** ServiceRoot. */
  record ServiceRoot(
      @JsonProperty("Systems") @Nullable Link systemsLink,
      @JsonProperty("SessionService") @Nullable Link sessionServiceLink,
      @JsonProperty("Links") @Nullable RootLinks links)
      implements RedfishResource {
    /** The collection of systems. */
    Optional<String> systems() {
      return Link.path(systemsLink);
    }

    /** The collection to which new sessions are posted. */
    Optional<String> sessions() {
      return Optional.ofNullable(links)
          .flatMap(all -> Link.path(all.sessionsLink()))
          .or(() -> Link.path(sessionServiceLink).map(ServiceRoot::below));
    }

    private static String below(String service) {
      return service.endsWith("/") ? service + "Sessions" : service + "/Sessions";
    }
  }

  /** ServiceRoot.Links. */
  record RootLinks(@JsonProperty("Sessions") @Nullable Link sessionsLink) {}

  /** Any collection. */
  record Members(@JsonProperty("Members") @Nullable List<Link> links) implements RedfishResource {
    List<String> paths() {
      return Link.paths(links);
    }
  }

  /** ComputerSystem. */
  record ComputerSystem(
      @JsonProperty("@odata.etag") @Nullable String odataEtag,
      @JsonProperty("PowerState") @Nullable String reportedPower,
      @JsonProperty("Manufacturer") @Nullable String reportedManufacturer,
      @JsonProperty("Boot") @Nullable Boot bootMember,
      @JsonProperty("SecureBoot") @Nullable Link secureBootLink,
      @JsonProperty("EthernetInterfaces") @Nullable Link ethernetInterfacesLink,
      @JsonProperty("VirtualMedia") @Nullable Link virtualMediaLink,
      @JsonProperty("Links") @Nullable SystemLinks links,
      @JsonProperty("Actions") @Nullable Actions actionsMember)
      implements Changeable {
    /** "On", "Off", "PoweringOn", "PoweringOff" ... */
    Optional<String> powerState() {
      return Optional.ofNullable(reportedPower);
    }

    Optional<String> manufacturer() {
      return Optional.ofNullable(reportedManufacturer).map(String::strip).filter(s -> !s.isEmpty());
    }

    /** "UEFI", "Legacy". */
    Optional<String> bootMode() {
      return boot().map(Boot::overrideMode);
    }

    Optional<Boot> boot() {
      return Optional.ofNullable(bootMember);
    }

    Optional<String> secureBoot() {
      return Link.path(secureBootLink);
    }

    /** The collection of network interfaces. */
    Optional<String> ethernetInterfaces() {
      return Link.path(ethernetInterfacesLink);
    }

    /** The collection of the system's own virtual media. */
    Optional<String> virtualMedia() {
      return Link.path(virtualMediaLink);
    }

    /** The paths of the managers, which usually are one. */
    List<String> managers() {
      return links == null ? List.of() : Link.paths(links.managedBy());
    }

    Optional<Reset> reset() {
      return Optional.ofNullable(actionsMember).map(Actions::reset);
    }
  }

  /** ComputerSystem.Links. */
  record SystemLinks(@JsonProperty("ManagedBy") @Nullable List<Link> managedBy) {}

  /** Manager: where its virtual media are. */
  record ManagerMedia(@JsonProperty("VirtualMedia") @Nullable Link virtualMediaLink)
      implements RedfishResource {
    Optional<String> virtualMedia() {
      return Link.path(virtualMediaLink);
    }
  }

  /** VirtualMedia: one virtual drive. */
  record VirtualMedia(
      @JsonProperty("MediaTypes") @Nullable List<String> mediaTypes,
      @JsonProperty("Inserted") @Nullable Boolean inserted,
      @JsonProperty("Image") @Nullable String image,
      @JsonProperty("Actions") @Nullable MediaActions actions)
      implements RedfishResource {
    boolean takesCds() {
      return mediaTypes != null && (mediaTypes.contains("CD") || mediaTypes.contains("DVD"));
    }

    /** Some BMCs leave out Inserted. */
    boolean isInserted() {
      return inserted == null ? image != null && !image.isBlank() : inserted;
    }

    Optional<String> insertTarget() {
      return actions == null ? Optional.empty() : Action.target(actions.insert());
    }

    Optional<String> ejectTarget() {
      return actions == null ? Optional.empty() : Action.target(actions.eject());
    }
  }

  /** VirtualMedia.Actions. */
  record MediaActions(
      @JsonProperty("#VirtualMedia.InsertMedia") @Nullable Action insert,
      @JsonProperty("#VirtualMedia.EjectMedia") @Nullable Action eject) {}

  /** An action without parameters of interest. */
  record Action(@JsonProperty("target") @Nullable String target) {
    private static Optional<String> target(@Nullable Action action) {
      return action == null ? Optional.empty() : Optional.ofNullable(action.target());
    }
  }

  /** ComputerSystem.Boot. */
  record Boot(
      @JsonProperty("BootSourceOverrideMode") @Nullable String overrideMode,
      @JsonProperty("BootSourceOverrideTarget") @Nullable String overrideTarget,
      @JsonProperty("BootSourceOverrideEnabled") @Nullable String overrideEnabled,
      @JsonProperty("BootSourceOverrideTarget@Redfish.AllowableValues")
          @Nullable List<String> allowableTargets,
      @JsonProperty("BootSourceOverrideMode@Redfish.AllowableValues")
          @Nullable List<String> allowableModes) {
    /**
     * False only when the BMC lists the values that it supports and {@code target} is not among
     * them.
     */
    boolean allows(String target) {
      return listed(allowableTargets, target);
    }

    /** As above, of the boot mode. */
    boolean allowsMode(String mode) {
      return listed(allowableModes, mode);
    }
  }

  /** ComputerSystem.Actions. */
  record Actions(@JsonProperty("#ComputerSystem.Reset") @Nullable Reset reset) {}

  /** The action that changes power. */
  record Reset(
      @JsonProperty("target") @Nullable String targetMember,
      @JsonProperty("ResetType@Redfish.AllowableValues") @Nullable List<String> allowable) {
    Optional<String> target() {
      return Optional.ofNullable(targetMember);
    }

    /**
     * False only when the BMC lists the values that it supports and {@code type} is not among them.
     */
    boolean allows(String type) {
      return listed(allowable, type);
    }
  }

  private static boolean listed(@Nullable List<String> allowable, String value) {
    return allowable == null || allowable.isEmpty() || allowable.contains(value);
  }

  /** SecureBoot. */
  record SecureBoot(
      @JsonProperty("@odata.etag") @Nullable String odataEtag,
      @JsonProperty("SecureBootEnable") @Nullable Boolean enable)
      implements Changeable {
    Optional<Boolean> enabled() {
      return Optional.ofNullable(enable);
    }
  }

  /** EthernetInterface. */
  record EthernetInterface(
      @JsonProperty("MACAddress") @Nullable String macAddress,
      @JsonProperty("PermanentMACAddress") @Nullable String permanentMacAddress,
      @JsonProperty("Status") @Nullable Status status)
      implements RedfishResource {
    /**
     * The permanent address, else the configured one; empty when neither is valid for a network
     * card.
     */
    Optional<MacAddress> mac() {
      return Stream.of(Optional.ofNullable(permanentMacAddress), Optional.ofNullable(macAddress))
          .flatMap(Optional::stream)
          .flatMap(given -> MacAddress.parse(given.strip()).stream())
          .filter(MacAddress::individual)
          .findFirst();
    }

    /** Whether the BMC reports it as enabled, or reports nothing. */
    boolean enabled() {
      return status == null || status.state() == null || status.state().equals("Enabled");
    }
  }

  /** What DSP0268 calls Status. */
  record Status(@JsonProperty("State") @Nullable String state) {}
}
