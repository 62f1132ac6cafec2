package dev.assay.conductor.hardware.redfish;

import dev.assay.error.ErrorCode;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.HardwareFailure;
import dev.assay.hardware.ValueShape;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;

/**
 * The address, login and TLS settings of one BMC, read from driver_info; its text form has no
 * secrets.
 */
record RedfishAccess(BmcAddress address, Optional<Login> login, Auth auth, TlsTrust tls) {
  /** A user and the password. */
  record Login(String user, Secret password) {
    /** The value after "Basic" in the Authorization header of a request. Source: RFC 7617. */
    String basic() {
      var pair = user + ":" + password.clear();
      return Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** The values of redfish_auth_type. */
  enum Auth {
    BASIC,
    SESSION,
    /** A session, or basic when the BMC has no sessions. */
    AUTO
  }

  /**
   * Reads driver_info; throws HardwareFailure with INVALID_PARAMETER when {@code description},
   * which the API has checked it with as well, says that something cannot be used.
   */
  static RedfishAccess of(Bmc bmc, DriverDescription description) {
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
