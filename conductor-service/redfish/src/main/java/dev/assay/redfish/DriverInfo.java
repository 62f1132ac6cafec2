package dev.assay.redfish;

import dev.assay.error.ErrorCode;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.HardwareFailure;
import dev.assay.hardware.ValueShape;
import dev.assay.redfish.client.BmcAddress;
import dev.assay.redfish.client.RedfishAccess;
import dev.assay.redfish.client.RedfishAccess.Auth;
import dev.assay.redfish.client.RedfishAccess.Login;
import dev.assay.redfish.client.Secret;
import dev.assay.redfish.tls.TlsTrust;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Reads the settings of a node's BMC. Source: spec conductor.md 8. */
final class DriverInfo {
  private DriverInfo() {}

  /**
   * Reads driver_info; throws HardwareFailure with INVALID_PARAMETER when {@code description},
   * which the API has checked it with as well, says that something cannot be used.
   */
  static RedfishAccess access(Bmc bmc, DriverDescription description) {
    description
        .invalid(bmc.driverInfo())
        .ifPresent(
            unusable -> {
              throw new HardwareFailure(ErrorCode.INVALID_PARAMETER, unusable);
            });
    var address =
        bmc.get("redfish_address")
            .map(BmcAddress::parse)
            .orElseThrow(() -> new IllegalStateException("redfish_address is required"));
    var login = bmc.get("redfish_username").map(user -> new Login(user, new Secret(password(bmc))));
    return new RedfishAccess(address, login, auth(bmc), tls(bmc));
  }

  /** The password as it is: leading and trailing blanks belong to it. */
  private static String password(Bmc bmc) {
    return bmc.driverInfo().path("redfish_password").asText("");
  }

  private static Auth auth(Bmc bmc) {
    return switch (lower(bmc, "redfish_auth_type", "auto")) {
      case "basic" -> Auth.BASIC;
      case "session" -> Auth.SESSION;
      default -> Auth.AUTO;
    };
  }

  private static TlsTrust tls(Bmc bmc) {
    var verify = bmc.get("redfish_verify_ca").orElse("true");
    var ciphers =
        bmc.get("redfish_tls_ciphers").stream()
            .flatMap(text -> Arrays.stream(text.split("[:,\\s]+", -1)))
            .filter(name -> !name.isEmpty())
            .toList();
    var decision = ValueShape.VerifyCa.decision(verify);
    return new TlsTrust(
        decision.orElse(true),
        decision.isPresent() ? Optional.empty() : Optional.of(verify),
        minimumVersion(bmc),
        ciphers);
  }

  private static Optional<String> minimumVersion(Bmc bmc) {
    return switch (lower(bmc, "redfish_tls_minimum_version", "")) {
      case "" -> Optional.empty();
      case "1.3", "tlsv1.3", "tlsv1_3" -> Optional.of("TLSv1.3");
      default -> Optional.of("TLSv1.2");
    };
  }

  private static String lower(Bmc bmc, String key, String absent) {
    return bmc.get(key).orElse(absent).toLowerCase(Locale.ROOT);
  }
}
