package dev.assay.api.callback;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.http.JsonBody;
import dev.assay.api.lookup.Clues;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.inspection.BmcAddresses;
import dev.assay.inventory.Inventory;
import dev.assay.node.NodeId;
import java.util.Optional;
import java.util.Set;
import org.jboss.logging.Logger;

/** The body of a callback, whose minimal shape is checked. Source: spec ramdisk.md 2. */
@SuppressWarnings("ArrayRecordComponent") // bytes on their way to a column
record Callback(byte[] body, Inventory inventory) {
  private static final Logger LOG = Logger.getLogger(Callback.class);
  private static final Set<String> NO_ADDRESS = Set.of("0.0.0.0", "::");
  private static final int LONGEST_ERROR = 2000;

  /** INVALID_PARAMETER when it is not JSON or has not the minimal shape. */
  static Callback read(byte[] body) {
    var sent = JsonBody.object(body);
    var inventory = sent.path("inventory");
    if (!inventory.isObject()) {
      logError(sent);
      throw schema("inventory must be an object");
    }
    var interfaces = inventory.path("interfaces");
    if (!interfaces.isArray() || interfaces.isEmpty()) {
      logError(sent);
      throw schema("inventory.interfaces must be an array of at least one");
    }
    for (var nic : interfaces) {
      if (!nic.path("mac_address").isTextual()) {
        throw schema("every one of inventory.interfaces must have a text mac_address");
      }
    }
    requireTextOrNull(inventory, "bmc_address");
    requireTextOrNull(inventory, "bmc_v6address");
    return new Callback(body, new Inventory(inventory));
  }

  /** What the machine says of itself; addresses that are none are left out. */
  Clues clues(Optional<NodeId> uuid) {
    var bmc =
        inventory.bmcAddresses().stream()
            .map(address -> address.split("[%/]", 2)[0])
            .flatMap(address -> BmcAddresses.canonical(address).stream())
            .filter(address -> !NO_ADDRESS.contains(address))
            .distinct()
            .toList();
    return new Clues(uuid, inventory.macs(), bmc);
  }

  private static void requireTextOrNull(JsonNode inventory, String name) {
    var value = inventory.path(name);
    if (!value.isMissingNode() && !value.isNull() && !value.isTextual()) {
      throw schema("inventory.%s must be a text or null".formatted(name));
    }
  }

  /** The answer cannot tell the operator; the log can. */
  private static void logError(ObjectNode sent) {
    var error = sent.path("error").asText();
    if (!error.isBlank() && !sent.path("error").isNull()) {
      var text = error.length() <= LONGEST_ERROR ? error : error.substring(0, LONGEST_ERROR);
      LOG.errorf("A ramdisk without an inventory reports: %s", oneLine(text));
    }
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\p{Cntrl}+", " ");
  }

  private static AssayException schema(String sentence) {
    return new AssayException(
        ErrorCode.INVALID_PARAMETER, "Schema error for data: %s.".formatted(sentence));
  }
}
