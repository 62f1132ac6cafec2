package dev.assay.api.callback;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.attempt.LookupKeys;
import dev.assay.api.body.JsonBody;
import dev.assay.api.log.LimitedLog;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.error.ShortText;
import dev.assay.id.NodeId;
import dev.assay.inspection.BmcAddresses;
import dev.assay.inventory.Inventory;
import dev.assay.storedjson.JsonMember;
import dev.assay.storedjson.StoredJson;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * The parsed body of a callback, after a check of its minimal structure. Source: spec ramdisk.md 2.
 *
 * @param body the bytes as they were sent
 * @param inventory the inventory as it was sent
 * @param pluginData all members of the body except the inventory
 * @param places of all members in the body, by name
 */
@SuppressWarnings("ArrayRecordComponent") // only passed on to a database column
record Callback(
    byte[] body, JsonNode inventory, ObjectNode pluginData, Map<String, JsonMember> places) {
  static final String INVENTORY = "inventory";

  private static final LimitedLog REPORTS = new LimitedLog(Logger.getLogger(Callback.class));
  private static final Set<String> NO_ADDRESS = Set.of("0.0.0.0", "::");
  private static final int MAX_LENGTH = 2000;

  /** Parses a body; INVALID_PARAMETER when it is not JSON or lacks the minimal structure. */
  static Callback read(byte[] body) {
    var members = JsonBody.members(body);
    var sent = members.object();
    var inventory = sent.path(INVENTORY);
    if (!inventory.isObject()) {
      logError(sent);
      throw schemaError("inventory must be an object");
    }
    var interfaces = inventory.path("interfaces");
    if (!interfaces.isArray() || interfaces.isEmpty()) {
      logError(sent);
      throw schemaError("inventory.interfaces must be an array with at least one element");
    }
    if (interfaces.size() > Inventory.MOST_INTERFACES) {
      throw schemaError(
          "inventory.interfaces has %d elements, at most %d are allowed"
              .formatted(interfaces.size(), Inventory.MOST_INTERFACES));
    }
    for (var nic : interfaces) {
      if (!nic.path("mac_address").isTextual()) {
        throw schemaError("every one of inventory.interfaces must have a text mac_address");
      }
    }
    requireTextOrNull(inventory, "bmc_address");
    requireTextOrNull(inventory, "bmc_v6address");
    sent.remove(INVENTORY);
    return new Callback(body, inventory, sent, members.places());
  }

  /** The lookup keys that the machine reports, without malformed and unspecified addresses. */
  LookupKeys keys(Optional<NodeId> uuid) {
    var reported = new Inventory(inventory);
    return new LookupKeys(uuid, reported.macs(), bmcAddresses(reported.bmcAddresses()));
  }

  /**
   * As above without a UUID, and with the BMC address that old ramdisks send beside the inventory.
   */
  LookupKeys classicKeys() {
    var keys = keys(Optional.empty());
    var old = bmcAddresses(List.of(pluginData.path("ipmi_address").asText("")));
    return keys.bmcAddresses().isEmpty()
        ? new LookupKeys(Optional.empty(), keys.macs(), old)
        : keys;
  }

  private static List<String> bmcAddresses(List<String> sent) {
    return sent.stream()
        .map(address -> address.split("[%/]", 2)[0])
        .flatMap(address -> BmcAddresses.canonical(address).stream())
        .filter(address -> !NO_ADDRESS.contains(address))
        .distinct()
        .toList();
  }

  /**
   * A JSON body of the inventory, byte for byte as sent, and the members of {@code otherData},
   * which must not have an inventory.
   */
  byte[] bodyWith(ObjectNode otherData) {
    var out = new Joined(body.length);
    out.writeBytes("{\"%s\":".formatted(INVENTORY).getBytes(StandardCharsets.UTF_8));
    writeInventory(out);
    if (otherData.isEmpty()) {
      out.write('}');
      return out.toByteArray();
    }
    var comma = out.size();
    StoredJson.write(otherData, out);
    return out.with(comma, ','); // replaces the { of otherData
  }

  /** A buffer in which one byte can be replaced. */
  private static final class Joined extends ByteArrayOutputStream {
    private Joined(int length) {
      super(length);
    }

    private byte[] with(int place, char letter) {
      buf[place] = (byte) letter;
      return buf.length == count ? buf : toByteArray();
    }
  }

  private void writeInventory(ByteArrayOutputStream out) {
    var place = Objects.requireNonNull(places.get(INVENTORY));
    out.write(body, place.valueStart(), place.valueEnd() - place.valueStart());
  }

  private static void requireTextOrNull(JsonNode inventory, String name) {
    var value = inventory.path(name);
    if (!value.isMissingNode() && !value.isNull() && !value.isTextual()) {
      throw schemaError("inventory.%s must be a text or null".formatted(name));
    }
  }

  /** Logs the error that the ramdisk reports, since the response does not reach the operator. */
  private static void logError(ObjectNode sent) {
    var error = sent.path("error").asText();
    if (!error.isBlank() && !sent.path("error").isNull()) {
      REPORTS.warn("A ramdisk without an inventory reports: " + loggable(error));
    }
  }

  /**
   * Text that a client influences, made safe for the log: shortened and without control characters.
   */
  static String loggable(String text) {
    return ShortText.shortened(text, MAX_LENGTH).replaceAll("\\p{Cntrl}+", " ");
  }

  private static AssayException schemaError(String sentence) {
    return new AssayException(
        ErrorCode.INVALID_PARAMETER, "Schema error for data: %s.".formatted(sentence));
  }
}
