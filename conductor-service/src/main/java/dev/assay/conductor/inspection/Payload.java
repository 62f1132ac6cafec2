package dev.assay.conductor.inspection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.document.Digest;
import dev.assay.document.Document;
import dev.assay.document.StoredText;
import dev.assay.error.ErrorCode;
import dev.assay.error.InspectionFailure;
import dev.assay.inspection.ReceivedLogs;
import dev.assay.inventory.Inventory;
import dev.assay.objectstore.PermanentStoreFailure;
import dev.assay.storedjson.JsonMember;
import dev.assay.storedjson.StoredJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A callback's body, split into the inventory, byte by byte as it was sent, and everything else,
 * which is plugin data. Source: spec ramdisk.md 2.
 */
final class Payload {
  private static final String INVENTORY = "inventory";

  private final byte[] json;
  private final Optional<JsonMember> place;
  private final JsonNode inventory;
  private final ObjectNode pluginData;
  private final boolean logsApart;
  private final Optional<Digest> stored;

  private Payload(
      byte[] json,
      Optional<JsonMember> place,
      ObjectNode members,
      boolean logsApart,
      Optional<Digest> stored) {
    this.json = json;
    this.place = place;
    this.inventory = place.isPresent() ? members.remove(INVENTORY) : StoredJson.object();
    this.pluginData = members;
    this.logsApart = logsApart;
    this.stored = stored;
  }

  /**
   * Reads a stored payload; throws InspectionFailure with PAYLOAD_UNREADABLE when it is damaged or
   * lost.
   *
   * @param stored the document that its inventory is; empty when it is none yet
   */
  static Payload read(StoredText body, boolean logsApart, Optional<Digest> stored) {
    try {
      return read(body.read().json(), logsApart, stored);
    } catch (IOException | UncheckedIOException | PermanentStoreFailure e) {
      throw new InspectionFailure(
          ErrorCode.PAYLOAD_UNREADABLE, "the stored payload cannot be read: " + e.getMessage(), e);
    }
  }

  private static Payload read(byte[] json, boolean logsApart, Optional<Digest> stored)
      throws IOException {
    var members = StoredJson.object();
    var place =
        JsonMember.find(
            json, INVENTORY, (name, value) -> members.set(name, StoredJson.MAPPER.readTree(value)));
    return new Payload(json, place, members, logsApart, stored);
  }

  /** The inventory as it was sent; must not be changed. */
  JsonNode sent() {
    return inventory;
  }

  Inventory inventory() {
    return new Inventory(inventory);
  }

  ObjectNode pluginData() {
    return pluginData;
  }

  /** True when the ramdisk sent logs. */
  boolean hasLogs() {
    return logsApart || !logs().isMissingNode();
  }

  /**
   * The ramdisk's logs; missing when they are stored separately, as in all rows but those of older
   * versions.
   */
  JsonNode logs() {
    return pluginData.path(ReceivedLogs.MEMBER);
  }

  /** The inventory, exactly the bytes that were sent. */
  Document inventoryDocument() {
    return stored
        .map(Document::stored)
        .or(
            () ->
                place.map(
                    at -> Document.of(json, at.valueStart(), at.valueEnd() - at.valueStart())))
        .orElseGet(() -> Document.of(new byte[0]));
  }

  /** Compresses plugin data for storage, after removing the ramdisk's logs from them. */
  static Document withoutLogs(ObjectNode pluginData) {
    pluginData.remove(ReceivedLogs.MEMBER);
    return Document.of(StoredJson.write(pluginData).getBytes(StandardCharsets.UTF_8));
  }
}
