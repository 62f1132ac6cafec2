package dev.assay.conductor.hardware.redfish;

import dev.assay.error.ErrorCode;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.HardwareFailure;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How to reach and enter one BMC, read from driver_info; secrets do not show in its text. */
record RedfishAccess(BmcAddress address, Optional<Login> login, Auth auth, Tls tls) {
  /** A user and the password. */
  record Login(String user, Secret password) {}

  /** What redfish_auth_type says. */
  enum Auth {
    BASIC,
    SESSION,
    /** A session, or basic where there are none. */
    AUTO
  }

  /** HardwareFailure with INVALID_PARAMETER when something cannot be used. */
  static RedfishAccess of(Bmc bmc) {
    var address =
        bmc.get("redfish_address")
            .map(BmcAddress::parse)
            .orElseThrow(() -> invalid("redfish_address in driver_info is missing."));
    var login = bmc.get("redfish_username").map(user -> new Login(user, new Secret(password(bmc))));
    return new RedfishAccess(address, login, auth(bmc), tls(bmc));
  }

  /** As it is: blanks at its ends belong to it. */
  private static String password(Bmc bmc) {
    return bmc.driverInfo().path("redfish_password").asText("");
  }

  private static Auth auth(Bmc bmc) {
    return switch (lower(bmc, "redfish_auth_type", "auto")) {
      case "basic" -> Auth.BASIC;
      case "session" -> Auth.SESSION;
      case "auto" -> Auth.AUTO;
      default -> throw invalid("redfish_auth_type in driver_info must be basic, session or auto.");
    };
  }

  private static Tls tls(Bmc bmc) {
    var verify = bmc.get("redfish_verify_ca").orElse("true");
    var ciphers =
        bmc.get("redfish_tls_ciphers").stream()
            .flatMap(text -> Arrays.stream(text.split("[:,\\s]+", -1)))
            .filter(name -> !name.isEmpty())
            .toList();
    return switch (verify.toLowerCase(Locale.ROOT)) {
      case "true", "1", "t", "y", "yes", "on" ->
          new Tls(true, Optional.empty(), minimumVersion(bmc), ciphers);
      case "false", "0", "f", "n", "no", "off" ->
          new Tls(false, Optional.empty(), minimumVersion(bmc), ciphers);
      default -> new Tls(true, Optional.of(verify), minimumVersion(bmc), List.copyOf(ciphers));
    };
  }

  private static Optional<String> minimumVersion(Bmc bmc) {
    return switch (lower(bmc, "redfish_tls_minimum_version", "")) {
      case "" -> Optional.empty();
      case "1.2", "tlsv1.2", "tlsv1_2" -> Optional.of("TLSv1.2");
      case "1.3", "tlsv1.3", "tlsv1_3" -> Optional.of("TLSv1.3");
      default -> throw invalid("redfish_tls_minimum_version in driver_info must be 1.2 or 1.3.");
    };
  }

  private static String lower(Bmc bmc, String key, String absent) {
    return bmc.get(key).orElse(absent).toLowerCase(Locale.ROOT);
  }

  private static HardwareFailure invalid(String sentence) {
    return new HardwareFailure(ErrorCode.INVALID_PARAMETER, sentence);
  }
}
