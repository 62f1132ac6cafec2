package dev.assay.hardware;

import dev.assay.id.MacAddress;
import java.util.List;

/**
 * Implemented by drivers whose BMC knows the machine's network interfaces, also while the machine
 * is off.
 */
public interface NetworkCards {
  /**
   * Returns the addresses of the enabled interfaces, without repetition. Invalid MAC addresses are
   * omitted; empty when the BMC reports no interfaces. Throws {@link HardwareFailure}.
   */
  List<MacAddress> macAddresses(Bmc bmc);
}
