package dev.assay.conductor.hook.lldp;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The content of one type-length-value element. Source: spec hooks.md 15.2. */
public sealed interface Tlv {

  /** A TLV of which nothing is kept: End, TTL, and types and subtypes that nothing uses. */
  record Unused() implements Tlv {}

  /**
   * A well-formed TLV of a kind that is not supported.
   *
   * @param what names the kind, "organisation 00:12:bb"
   */
  record Unrecognized(String what) implements Tlv {}

  /**
   * A TLV that is malformed, or of a subtype that does not exist.
   *
   * @param why the reason, without a full stop, "chassis ID is empty"
   */
  record Unparsable(String why) implements Tlv {}

  /**
   * The ID of the switch.
   *
   * @param mac whether {@code value} is a MAC address (subtype 4), lower case with colons
   * @param value null for an address of an unknown family
   */
  record ChassisId(boolean mac, @Nullable String value) implements Tlv {}

  /**
   * The ID of the switch's port.
   *
   * @param value null for an address of an unknown family; may be empty
   */
  record PortId(@Nullable String value) implements Tlv {}

  /** May be empty. */
  record PortDescription(String text) implements Tlv {}

  /** May be empty. */
  record SystemName(String text) implements Tlv {}

  /** May be empty. */
  record SystemDescription(String text) implements Tlv {}

  /** Names of {@link TlvReader#CAPABILITIES}. */
  record Capabilities(List<String> supported, List<String> enabled) implements Tlv {}

  /** IPv4, IPv6 or MAC address of the switch. */
  record ManagementAddress(String text) implements Tlv {}

  /** 802.1 subtype 1. */
  record UntaggedVlan(int id) implements Tlv {}

  /** 802.1 subtype 2. */
  record ProtocolVlan(boolean supported, boolean enabled, int id) implements Tlv {}

  /** 802.1 subtype 3; the name may be empty. */
  record NamedVlan(int id, String name) implements Tlv {}

  /** 802.1 subtype 4, hex text. */
  record ProtocolIdentity(String hex) implements Tlv {}

  /** 802.1 subtype 6. */
  record ManagementVlan(int id) implements Tlv {}

  /** 802.1 subtype 7, and the older 802.3 subtype 3. */
  record LinkAggregation(boolean supported, boolean enabled, long id) implements Tlv {}

  /** 802.3 subtype 1; capabilities sorted. */
  record PhysicalLayer(
      boolean autonegotiationSupported,
      boolean autonegotiationEnabled,
      List<String> capabilities,
      String mauType)
      implements Tlv {}

  /** 802.3 subtype 4, bytes. */
  record FrameSize(int bytes) implements Tlv {}

  /** LLDP-MED, which is read only if configured. Source: ANSI/TIA-1057 10.2. */
  sealed interface Med extends Tlv {}

  /** MED subtype 1. */
  record MedCapabilities(List<String> supported, String deviceType) implements Med {}

  /**
   * MED subtype 2.
   *
   * @param application "voice"; "reserved 77" when it has no name
   * @param known false when the switch says that it does not know the policy
   * @param priority of layer 2, 0 to 7
   * @param dscp 0 to 63
   */
  record MedPolicy(
      String application, boolean known, boolean tagged, int vlanId, int priority, int dscp)
      implements Med {}

  /** MED subtype 3: format and location as hex text. */
  record MedLocation(String hex) implements Med {}

  /** MED subtype 4: power over Ethernet, its source or consumer, and how much. */
  record MedPower(String deviceType, String source, String priority, int milliwatts)
      implements Med {}

  /** MED subtypes 5 to 11, texts. */
  record MedInventory(MedItem item, String text) implements Med {}
}
