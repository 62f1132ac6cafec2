package dev.assay.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.hardware.InterfaceType;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a node as one JSON object, secrets in plain text; patches are applied to it.
 */
public final class NodeDocument {
  private NodeDocument() {}

  /** Of what is stored. */
  public static ObjectNode of(NodeAttributes stored) {
    return NodeAttributeTable.TABLE.document(stored);
  }

  /** Of a document in normal form; {@code interfaces} stand for the ones in it. */
  public static NodeAttributes read(
      ObjectNode document, Map<String, String> interfaces, @Nullable UUID parent) {
    var others = new HashMap<String, @Nullable Object>();
    others.put("interfaces", interfaces);
    others.put("parentNode", parent);
    return NodeAttributeTable.TABLE.read(document, others);
  }

  /** The interfaces that the document names, by "boot", "power" ... */
  public static Map<String, String> named(ObjectNode document) {
    var named = new HashMap<String, String>();
    for (var type : InterfaceType.values()) {
      var choice = text(document, type.field());
      if (choice != null) {
        named.put(type.wire(), choice);
      }
    }
    return named;
  }

  /** The driver_info, in plain text. */
  public static ObjectNode driverInfo(ObjectNode document) {
    return (ObjectNode) document.path("driver_info");
  }

  /** The text of a field; null when it is null or missing. */
  public static @Nullable String text(ObjectNode document, String field) {
    return document.path(field).textValue();
  }
}
