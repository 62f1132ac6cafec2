package dev.assay.redfish.tls;

import java.util.List;
import java.util.Optional;

/**
 * The TLS settings for one BMC: how to verify it, and which versions and ciphers to use.
 *
 * @param verify false to accept any certificate
 * @param authorities file or folder of PEM certificates to trust instead of the system's
 * @param minimumVersion "TLSv1.2" or "TLSv1.3"; empty for what this JVM allows
 * @param ciphers by their Java names; empty for what this JVM allows
 */
public record TlsTrust(
    boolean verify,
    Optional<String> authorities,
    Optional<String> minimumVersion,
    List<String> ciphers) {
  public TlsTrust {
    ciphers = List.copyOf(ciphers);
  }
}
