package dev.assay.conductor.hook.lldp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.conductor.hook.lldp.Reception.NotCollected;
import dev.assay.conductor.hook.lldp.Reception.Nothing;
import dev.assay.conductor.hook.lldp.Reception.Received;
import dev.assay.conductor.hook.lldp.Reception.Unreadable;
import dev.assay.inventory.NetworkInterface;

/**
 * The LLDP packets that a ramdisk collected: plugin data {@code lldp_raw}, which takes precedence,
 * and member {@code lldp} of the interfaces, as older ramdisks send it. Source: spec hooks.md 14.2,
 * ramdisk.md 5.
 *
 * @param byInterface interface name to a list of pairs; anything else counts as no data
 */
public record CollectedLldp(JsonNode byInterface) {

  /** False when the data do not have the expected shape. */
  public boolean wellFormed() {
    return byInterface.isObject() || absent(byInterface);
  }

  /** What was received on {@code nic}, read with {@code reader}. */
  public Reception on(NetworkInterface nic, TlvReader reader) {
    var raw = byInterface.path(nic.name().orElse(""));
    var reported = nic.member("lldp");
    if (raw.isArray() && !raw.isEmpty()) {
      return Received.read(raw, reader);
    }
    if (reported.isArray() && !reported.isEmpty()) {
      return Received.read(reported, reader);
    }
    if (raw.isArray() || reported.isArray()) {
      return new Nothing();
    }
    return absent(raw) && absent(reported) ? new NotCollected() : new Unreadable();
  }

  private static boolean absent(JsonNode value) {
    return value.isMissingNode() || value.isNull();
  }
}
