package dev.assay.hardware;

import dev.assay.port.MacAddress;
import java.util.List;

/** A driver whose BMC knows the machine's network interfaces, also while the machine is off. */
public interface NetworkCards {
  /**
   * The addresses of the enabled interfaces, without repetition; what is no MAC address is left
   * out, and a BMC that does not tell has none. Fails with {@link HardwareFailure}.
   */
  List<MacAddress> macAddresses(Bmc bmc);
}
