package dev.assay.conductor.hardware.ipmi;

import dev.assay.hardware.Bmc;
import dev.assay.hardware.ValueShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Makes the options of ipmitool from driver_info, which was checked before. */
final class IpmiOptions {
  private final Bmc bmc;
  private final List<String> options = new ArrayList<>();

  IpmiOptions(Bmc bmc) {
    this.bmc = bmc;
  }

  /**
   * The options without secrets. Each value follows the option that takes it, so that a value with
   * a leading dash is not an option. {@code second}: version 2.0 of IPMI.
   */
  List<String> list(boolean second) {
    // Only -v tells a wrong password from a BMC that does not answer. The password would be printed
    // from -vvv on.
    options.add("-v");
    add("-I", second ? "lanplus" : "lan");
    add("-H", IpmiAccess.address(bmc));
    add("-p", number("ipmi_port", "623"));
    bmc.get("ipmi_username").ifPresent(user -> add("-U", user));
    add("-L", bmc.get("ipmi_priv_level").orElse("ADMINISTRATOR").toUpperCase(Locale.ROOT));
    if (second && bmc.get("ipmi_cipher_suite").isPresent()) {
      add("-C", number("ipmi_cipher_suite", ""));
    }
    addBridging();
    // The pause grows by a second with each retry: 1 + 2 + 3 + 4 s for each of two requests.
    add("-N", "1");
    add("-R", "4");
    return options;
  }

  private void addBridging() {
    var bridging = bmc.get("ipmi_bridging").orElse("no").toLowerCase(Locale.ROOT);
    if (bridging.equals("no")) {
      return;
    }
    // Without it ipmitool asks the BMC for the local address.
    if (bmc.get("ipmi_local_address").isPresent()) {
      add("-m", number("ipmi_local_address", ""));
    }
    if (bridging.equals("dual")) {
      add("-B", number("ipmi_transit_channel", ""));
      add("-T", number("ipmi_transit_address", ""));
    }
    add("-b", number("ipmi_target_channel", ""));
    add("-t", number("ipmi_target_address", ""));
  }

  /** In decimal digits: ipmitool would read a leading zero as octal. */
  private String number(String key, String absent) {
    return Integer.toString(ValueShape.Whole.parse(bmc.get(key).orElse(absent)));
  }

  private void add(String option, String value) {
    options.add(option);
    options.add(value);
  }
}
