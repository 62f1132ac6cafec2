package dev.assay.redfish.client;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.assay.id.MacAddress;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The Redfish resources that are read, each with the members that are used; a member that the BMC
 * leaves out or sends as null is empty. Source: DSP0268.
 */
public sealed interface RedfishResource {
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
    public static Optional<String> path(@Nullable Link link) {
      return link == null ? Optional.empty() : Optional.ofNullable(link.id());
    }

    public static List<String> paths(@Nullable List<Link> links) {
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
    public Optional<String> systems() {
      return Link.path(systemsLink);
    }

    /** The collection to which new sessions are posted. */
    public Optional<String> sessions() {
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
    public List<String> paths() {
      return Link.paths(links);
    }
  }

  /** ComputerSystem. */
  record ComputerSystem(
      @JsonProperty("@odata.etag") @Nullable String odataEtag,
      @JsonProperty("PowerState") @Nullable String reportedPower,
      @JsonProperty("Manufacturer") @Nullable String reportedManufacturer,
      @JsonProperty("Boot") @Nullable Boot bootMember,
      @JsonProperty("@Redfish.Settings") @Nullable Settings settingsMember,
      @JsonProperty("SecureBoot") @Nullable Link secureBootLink,
      @JsonProperty("EthernetInterfaces") @Nullable Link ethernetInterfacesLink,
      @JsonProperty("VirtualMedia") @Nullable Link virtualMediaLink,
      @JsonProperty("Links") @Nullable SystemLinks links,
      @JsonProperty("Actions") @Nullable Actions actionsMember)
      implements Changeable {
    /** "On", "Off", "PoweringOn", "PoweringOff" ... */
    public Optional<String> powerState() {
      return Optional.ofNullable(reportedPower);
    }

    public Optional<String> manufacturer() {
      return Optional.ofNullable(reportedManufacturer).map(String::strip).filter(s -> !s.isEmpty());
    }

    public Optional<Boot> boot() {
      return Optional.ofNullable(bootMember);
    }

    /**
     * The system as it will be after the next start, which has the same schema; not all BMCs have
     * it. Source: DSP0266, settings resource.
     */
    public Optional<String> settings() {
      return settingsMember == null ? Optional.empty() : Link.path(settingsMember.object());
    }

    public Optional<String> secureBoot() {
      return Link.path(secureBootLink);
    }

    /** The collection of network interfaces. */
    public Optional<String> ethernetInterfaces() {
      return Link.path(ethernetInterfacesLink);
    }

    /** The collection of the system's own virtual media. */
    public Optional<String> virtualMedia() {
      return Link.path(virtualMediaLink);
    }

    /** The paths of the managers, which usually are one. */
    public List<String> managers() {
      return links == null ? List.of() : Link.paths(links.managedBy());
    }

    public Optional<Reset> reset() {
      return Optional.ofNullable(actionsMember).map(Actions::reset);
    }
  }

  /** What DSP0268 calls Settings. */
  record Settings(@JsonProperty("SettingsObject") @Nullable Link object) {}

  /** ComputerSystem.Links. */
  record SystemLinks(@JsonProperty("ManagedBy") @Nullable List<Link> managedBy) {}

  /** Manager: where its virtual media are. */
  record ManagerMedia(@JsonProperty("VirtualMedia") @Nullable Link virtualMediaLink)
      implements RedfishResource {
    public Optional<String> virtualMedia() {
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
    public boolean takesCds() {
      return mediaTypes != null && (mediaTypes.contains("CD") || mediaTypes.contains("DVD"));
    }

    /** Some BMCs leave out Inserted. */
    public boolean isInserted() {
      return inserted == null ? image != null && !image.isBlank() : inserted;
    }

    public Optional<String> insertTarget() {
      return actions == null ? Optional.empty() : Action.target(actions.insert());
    }

    public Optional<String> ejectTarget() {
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
      @JsonProperty("BootSourceOverrideMode") @Nullable JsonNode mode,
      @JsonProperty("BootSourceOverrideTarget") @Nullable JsonNode target,
      @JsonProperty("BootSourceOverrideEnabled") @Nullable JsonNode enabled,
      @JsonProperty("BootSourceOverrideTarget@Redfish.AllowableValues")
          @Nullable List<String> allowableTargets,
      @JsonProperty("BootSourceOverrideMode@Redfish.AllowableValues")
          @Nullable List<String> allowableModes,
      @JsonProperty("HttpBootUri") @Nullable JsonNode httpBootUri) {
    public @Nullable String overrideMode() {
      return text(mode);
    }

    public @Nullable String overrideTarget() {
      return text(target);
    }

    public @Nullable String overrideEnabled() {
      return text(enabled);
    }

    private static @Nullable String text(@Nullable JsonNode member) {
      return member == null || !member.isTextual() ? null : member.textValue();
    }

    /** Whether the BMC has the member {@code name}, of those that can be changed; also as null. */
    public boolean has(String name) {
      var member =
          switch (name) {
            case "BootSourceOverrideMode" -> mode;
            case "BootSourceOverrideTarget" -> target;
            case "BootSourceOverrideEnabled" -> enabled;
            case "HttpBootUri" -> httpBootUri;
            default -> throw new IllegalArgumentException(name);
          };
      return member != null;
    }

    /** The members of this one; those that it lacks, or has as null, from {@code other}. */
    public Boot or(Boot other) {
      return new Boot(
          either(mode, other.mode),
          either(target, other.target),
          either(enabled, other.enabled),
          either(allowableTargets, other.allowableTargets),
          either(allowableModes, other.allowableModes),
          either(httpBootUri, other.httpBootUri));
    }

    private static <T> @Nullable T either(@Nullable T here, @Nullable T there) {
      return here == null || here instanceof NullNode ? there : here;
    }

    /**
     * False only when the BMC lists the values that it supports and {@code target} is not among
     * them.
     */
    public boolean allows(String target) {
      return listed(allowableTargets, target);
    }

    /** Whether the BMC lists {@code target} among the values that it supports. */
    public boolean lists(String target) {
      return allowableTargets != null && allowableTargets.contains(target);
    }

    /** As above, of the boot mode. */
    public boolean allowsMode(String mode) {
      return listed(allowableModes, mode);
    }
  }

  /** ComputerSystem.Actions. */
  record Actions(@JsonProperty("#ComputerSystem.Reset") @Nullable Reset reset) {}

  /** The action that changes power. */
  record Reset(
      @JsonProperty("target") @Nullable String targetMember,
      @JsonProperty("ResetType@Redfish.AllowableValues") @Nullable List<String> allowable) {
    public Optional<String> target() {
      return Optional.ofNullable(targetMember);
    }

    /**
     * False only when the BMC lists the values that it supports and {@code type} is not among them.
     */
    public boolean allows(String type) {
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
    public Optional<Boolean> enabled() {
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
    public Optional<MacAddress> mac() {
      return Stream.of(Optional.ofNullable(permanentMacAddress), Optional.ofNullable(macAddress))
          .flatMap(Optional::stream)
          .flatMap(given -> MacAddress.parse(given.strip()).stream())
          .filter(MacAddress::individual)
          .findFirst();
    }

    /** Whether the BMC reports it as enabled, or reports nothing. */
    public boolean enabled() {
      return status == null || status.state() == null || status.state().equals("Enabled");
    }
  }

  /** What DSP0268 calls Status. */
  record Status(@JsonProperty("State") @Nullable String state) {}
}
