package dev.assay.port;

import static dev.assay.port.PortLikeDocument.text;
import static dev.assay.port.PortLikeDocument.uuid;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.storedjson.StoredJson;
import java.util.Objects;
import java.util.UUID;

/** Converts port attributes to and from one JSON object with the names that clients use. */
public final class PortDocument {
  private PortDocument() {}

  /** Converts stored attributes to a document. */
  public static ObjectNode of(PortAttributes stored, UUID node) {
    var document = StoredJson.object();
    document.put("address", stored.address());
    document.put("node_uuid", node.toString());
    document.set("extra", stored.extra());
    document.put("pxe_enabled", stored.pxeEnabled());
    document.set("local_link_connection", stored.localLinkConnection());
    document.put("portgroup_uuid", Objects.toString(stored.portgroupUuid(), null));
    document.put("physical_network", stored.physicalNetwork());
    document.put("is_smartnic", stored.isSmartnic());
    document.put("name", stored.name());
    document.put("description", stored.description());
    document.put("vendor", stored.vendor());
    document.put("category", stored.category());
    document.put("available_for_dynamic_portgroup", stored.availableForDynamicPortgroup());
    return document;
  }

  /** Converts a document in normal form to attributes. */
  public static PortAttributes read(ObjectNode document) {
    return new PortAttributes(
        document.path("address").textValue(),
        (ObjectNode) document.path("extra"),
        document.path("pxe_enabled").booleanValue(),
        (ObjectNode) document.path("local_link_connection"),
        uuid(document, "portgroup_uuid"),
        text(document, "physical_network"),
        document.path("is_smartnic").booleanValue(),
        text(document, "name"),
        text(document, "description"),
        text(document, "vendor"),
        text(document, "category"),
        document.path("available_for_dynamic_portgroup").booleanValue());
  }
}
