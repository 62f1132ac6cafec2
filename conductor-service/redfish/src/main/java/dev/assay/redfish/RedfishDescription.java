package dev.assay.redfish;

import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.DriverDescription.Property;
import dev.assay.hardware.InterfaceType;
import dev.assay.hardware.ValueShape;
import dev.assay.redfish.system.BootSource;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Describes drivers redfish and idrac for clients of the API. Source: spec api.md 20, conductor.md
 * 8.
 */
final class RedfishDescription {
  private RedfishDescription() {}

  /**
   * The description, with certificates of authorities below {@code caFolder}. Managed boot means
   * virtual media, or the boot override together with the DHCP of the operator.
   */
  static DriverDescription of(Path caFolder) {
    return new DriverDescription(
        "redfish",
        interfaces(),
        properties(caFolder),
        Set.of("ipxe", "pxe", "http", "http-ipxe", "redfish-virtual-media", "redfish-https"),
        BootSource.devices());
  }

  /**
   * As above, of driver idrac: the same driver_info, and beside each interface of Redfish one with
   * a name of its own, which does the same.
   */
  static DriverDescription idrac(Path caFolder) {
    var redfish = of(caFolder);
    var accepted = new EnumMap<InterfaceType, List<String>>(InterfaceType.class);
    redfish.interfaces().forEach((type, names) -> accepted.put(type, withIdrac(names)));
    return new DriverDescription(
        "idrac",
        Collections.unmodifiableMap(accepted),
        redfish.properties(),
        Set.copyOf(withIdrac(List.copyOf(redfish.managedBoot()))),
        redfish.bootDevices());
  }

  /** The names of the driver itself come first, so that they are the default. */
  private static List<String> withIdrac(List<String> names) {
    return names.stream()
        .flatMap(
            name ->
                switch (name) {
                  case "redfish" -> Stream.of("idrac-redfish", name);
                  case "redfish-virtual-media" -> Stream.of(name, "idrac-redfish-virtual-media");
                  default -> Stream.of(name);
                })
        .toList();
  }

  private static Map<String, Property> properties(Path caFolder) {
    return Map.of(
        "redfish_address",
        new Property(
            "URL of the BMC, such as https://10.0.0.5; without a scheme https:// is meant."
                + " Required.",
            true,
            new ValueShape.Url()),
        "redfish_system_id",
        optional(
            "Path of the system on the BMC, such as /redfish/v1/Systems/1. Required if the BMC has"
                + " more than one system."),
        "redfish_username",
        optional("User with the rights to read the system and to set power and boot device."),
        "redfish_password",
        optional("Password of the user."),
        "redfish_verify_ca",
        optional(
            "true to verify the BMC's certificate, false to accept any, or the path of a file or"
                + " folder of certificates to trust, below %s of the conductor. Default: true."
                    .formatted(caFolder),
            new ValueShape.VerifyCa(caFolder.toString())),
        "redfish_auth_type",
        optional(
            "basic, session, or auto for a session where the BMC has sessions. Default: auto.",
            new ValueShape.OneOf(List.of("basic", "session", "auto"))),
        "redfish_tls_minimum_version",
        optional(
            "Lowest TLS version: 1.2 or 1.3. Default: 1.2.",
            new ValueShape.OneOf(
                List.of("1.2", "1.3", "TLSv1.2", "TLSv1.3", "TLSv1_2", "TLSv1_3"))),
        "redfish_tls_ciphers",
        optional("TLS ciphers to accept, by their IANA names, with colons or commas between."));
  }

  private static Property optional(String description) {
    return new Property(description, false);
  }

  private static Property optional(String description, ValueShape shape) {
    return new Property(description, false, shape);
  }

  private static Map<InterfaceType, List<String>> interfaces() {
    var accepted = new EnumMap<InterfaceType, List<String>>(InterfaceType.class);
    accepted.put(InterfaceType.BIOS, List.of("redfish", "no-bios"));
    accepted.put(
        InterfaceType.BOOT,
        List.of("ipxe", "pxe", "redfish-virtual-media", "redfish-https", "http", "http-ipxe"));
    accepted.put(InterfaceType.CONSOLE, List.of("no-console"));
    accepted.put(
        InterfaceType.DEPLOY, List.of("direct", "ramdisk", "custom-agent", "noop", "autodetect"));
    accepted.put(InterfaceType.FIRMWARE, List.of("redfish", "no-firmware"));
    // agent is the default: docs/decisions/0037
    accepted.put(InterfaceType.INSPECT, List.of("agent", "redfish", "no-inspect"));
    accepted.put(InterfaceType.MANAGEMENT, List.of("redfish"));
    accepted.put(InterfaceType.NETWORK, List.of("noop", "flat"));
    accepted.put(InterfaceType.POWER, List.of("redfish"));
    accepted.put(InterfaceType.RAID, List.of("redfish", "agent", "no-raid"));
    accepted.put(InterfaceType.RESCUE, List.of("no-rescue", "agent"));
    accepted.put(InterfaceType.STORAGE, List.of("noop"));
    accepted.put(InterfaceType.VENDOR, List.of("redfish", "no-vendor"));
    return Collections.unmodifiableMap(accepted);
  }
}
