package dev.assay.port;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.UUID;

/** What a client may set of a port as one JSON object with the names on the wire. */
public final class PortDocument {
  private PortDocument() {}

  /** Converts stored attributes to a document. */
  public static ObjectNode of(PortAttributes stored, UUID node) {
    return PortAttributeTable.TABLE.document(stored).put("node_uuid", node.toString());
  }

  /** Converts a document in normal form to attributes. */
  public static PortAttributes read(ObjectNode document) {
    return PortAttributeTable.TABLE.read(document, Map.of());
  }
}
