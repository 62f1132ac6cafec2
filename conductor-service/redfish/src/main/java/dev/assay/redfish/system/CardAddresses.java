package dev.assay.redfish.system;

import dev.assay.error.ErrorCode;
import dev.assay.hardware.HardwareFailure;
import dev.assay.id.MacAddress;
import dev.assay.redfish.client.RedfishClient;
import dev.assay.redfish.client.RedfishResource.ComputerSystem;
import dev.assay.redfish.client.RedfishResource.EthernetInterface;
import dev.assay.redfish.client.RedfishResource.Members;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/** Reads the MAC addresses of a system's network cards. Source: DSP0268 EthernetInterface. */
public final class CardAddresses {
  private static final Logger LOG = Logger.getLogger(CardAddresses.class);

  /** Most network interfaces that are read, one request each: more than any server has. */
  private static final int MOST_INTERFACES = 128;

  /** Reading ends after more: each may be a wrong password, and many BMCs lock the user out. */
  private static final int MOST_REFUSED = 3;

  private final RedfishClient client;
  private final List<HardwareFailure> failures = new ArrayList<>();
  private int refused;

  public CardAddresses(RedfishClient client) {
    this.client = client;
  }

  /**
   * The addresses of the enabled cards of {@code system}, without repetition. Cards that cannot be
   * read are left out; throws HardwareFailure when no address is left because of them, and when the
   * BMC does not answer any more.
   */
  public List<MacAddress> read(ComputerSystem system) {
    var addresses = new LinkedHashSet<MacAddress>();
    for (var card : cards(system)) {
      try {
        address(card).ifPresent(addresses::add);
      } catch (HardwareFailure e) {
        leaveOut(e);
      }
    }
    if (!failures.isEmpty()) {
      var first = failures.getFirst();
      if (addresses.isEmpty()) {
        throw first;
      }
      LOG.warnf("%d network cards are left out: %s", failures.size(), first.sentence());
    }
    return List.copyOf(addresses);
  }

  private List<String> cards(ComputerSystem system) {
    return system
        .ethernetInterfaces()
        .flatMap(path -> client.find(path, Members.class))
        .map(found -> found.resource().paths())
        .orElse(List.of())
        .stream()
        .limit(MOST_INTERFACES)
        .toList();
  }

  private Optional<MacAddress> address(String card) {
    return client
        .find(card, EthernetInterface.class)
        .map(RedfishClient.Found::resource)
        .filter(EthernetInterface::enabled)
        .flatMap(EthernetInterface::mac);
  }

  /** Throws {@code e} when there is no sense in reading on. */
  private void leaveOut(HardwareFailure e) {
    var harmless =
        e.code() == ErrorCode.BMC_ANSWER_UNUSABLE
            || (e.code() == ErrorCode.BMC_REFUSED && ++refused <= MOST_REFUSED);
    if (!harmless) {
      throw e;
    }
    failures.add(e);
  }
}
