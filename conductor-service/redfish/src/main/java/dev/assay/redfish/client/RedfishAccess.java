package dev.assay.redfish.client;

import dev.assay.redfish.tls.TlsTrust;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/** The address, login and TLS settings of one BMC; its text form has no secrets. */
public record RedfishAccess(BmcAddress address, Optional<Login> login, Auth auth, TlsTrust tls) {
  /** A user and the password. */
  public record Login(String user, Secret password) {
    /** The value after "Basic" in the Authorization header of a request. Source: RFC 7617. */
    public String basic() {
      var pair = user + ":" + password.clear();
      return Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** The values of redfish_auth_type. */
  public enum Auth {
    BASIC,
    SESSION,
    /** A session, or basic when the BMC has no sessions. */
    AUTO
  }
}
