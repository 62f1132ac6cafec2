package dev.assay.portgroup;

import static dev.assay.port.PortLikeDocument.text;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.storedjson.StoredJson;
import java.util.UUID;

/** Converts port group attributes to and from one JSON object with the names that clients use. */
public final class PortGroupDocument {
  private PortGroupDocument() {}

  /** Converts stored attributes to a document. */
  public static ObjectNode of(PortGroupAttributes stored, UUID node) {
    var document = StoredJson.object();
    document.put("name", stored.name());
    document.put("address", stored.address());
    document.put("node_uuid", node.toString());
    document.set("extra", stored.extra());
    document.put("standalone_ports_supported", stored.standalonePortsSupported());
    document.put("mode", stored.mode());
    document.set("properties", stored.properties());
    document.put("physical_network", stored.physicalNetwork());
    document.put("category", stored.category());
    return document;
  }

  /**
   * Converts a document in normal form to attributes; {@code mode} is the default when it has none.
   */
  public static PortGroupAttributes read(ObjectNode document, String mode) {
    var named = text(document, "mode");
    return new PortGroupAttributes(
        text(document, "name"),
        text(document, "address"),
        (ObjectNode) document.path("extra"),
        document.path("standalone_ports_supported").booleanValue(),
        named == null ? mode : named,
        (ObjectNode) document.path("properties"),
        text(document, "physical_network"),
        text(document, "category"));
  }
}
