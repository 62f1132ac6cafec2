package dev.assay.conductor.inspection;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.ErrorCode;
import dev.assay.inspection.InspectionFailure;
import dev.assay.inventory.CompressedJson;
import dev.assay.inventory.Inventory;
import dev.assay.storedjson.StoredJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * A callback's body taken apart: the inventory as it was sent, byte by byte, and everything else,
 * which is plugin data. Source: spec ramdisk.md 2.
 */
final class Payload {
  private static final String LOGS = "logs";

  private final byte[] json;
  private final int inventoryStart;
  private final int inventoryEnd;
  private final JsonNode inventory;
  private final ObjectNode pluginData;

  private Payload(byte[] json, int start, int end, JsonNode inventory, ObjectNode pluginData) {
    this.json = json;
    this.inventoryStart = start;
    this.inventoryEnd = end;
    this.inventory = inventory;
    this.pluginData = pluginData;
  }

  /** Reads what the intake stored; PAYLOAD_UNREADABLE when that cannot be. */
  static Payload read(CompressedJson body) {
    try {
      return read(body.json());
    } catch (IOException | UncheckedIOException e) {
      throw new InspectionFailure(
          ErrorCode.PAYLOAD_UNREADABLE, "the stored payload cannot be read: " + e.getMessage(), e);
    }
  }

  private static Payload read(byte[] json) throws IOException {
    try (var parser = StoredJson.MAPPER.getFactory().createParser(json)) {
      JsonNode inventory = StoredJson.object();
      int start = 0;
      int end = 0;
      var rest = StoredJson.object();
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        var name = parser.currentName();
        parser.nextToken();
        if (name.equals("inventory")) {
          start = (int) parser.currentTokenLocation().getByteOffset();
          inventory = StoredJson.MAPPER.readTree(parser);
          end = (int) parser.currentLocation().getByteOffset();
        } else {
          rest.set(name, StoredJson.MAPPER.readTree(parser));
        }
      }
      return new Payload(json, start, end, inventory, rest);
    }
  }

  /** The inventory as it was sent; not to be changed. */
  JsonNode sent() {
    return inventory;
  }

  Inventory inventory() {
    return new Inventory(inventory);
  }

  ObjectNode pluginData() {
    return pluginData;
  }

  /** The ramdisk's logs; missing when it sent none. */
  JsonNode logs() {
    return pluginData.path(LOGS);
  }

  /** Exactly the bytes that were sent. */
  CompressedJson compressedInventory() {
    return CompressedJson.of(json, inventoryStart, inventoryEnd - inventoryStart);
  }

  /** As it is stored: the ramdisk's logs are large and have their own place. */
  static CompressedJson compressWithoutLogs(ObjectNode pluginData) {
    pluginData.remove(LOGS);
    return CompressedJson.of(StoredJson.write(pluginData).getBytes(StandardCharsets.UTF_8));
  }
}
