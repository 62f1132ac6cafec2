package dev.assay.conductor.hardware.redfish;

import java.util.List;
import java.util.Optional;

/**
 * How to know a BMC.
 *
 * @param verify false: any certificate will do
 * @param authorities file or folder of PEM certificates to trust instead of the system's
 * @param minimumVersion "TLSv1.2" or "TLSv1.3"; empty: what this Java allows
 * @param ciphers by their Java names; empty: what this Java allows
 */
record TlsTrust(
    boolean verify,
    Optional<String> authorities,
    Optional<String> minimumVersion,
    List<String> ciphers) {
  TlsTrust {
    ciphers = List.copyOf(ciphers);
  }
}
