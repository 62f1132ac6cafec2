package dev.assay.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.storedjson.SecretDocument;
import dev.assay.storedjson.StoredJson;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a client may set of a node as one JSON object with the names on the wire, secrets in clear:
 * what patches are applied to.
 */
public final class NodeDocument {
  private NodeDocument() {}

  /** Of what is stored. */
  public static ObjectNode of(NodeAttributes stored) {
    var document = StoredJson.object();
    document.put("name", stored.name());
    document.put("driver", stored.driver());
    document.set("driver_info", stored.driverInfo());
    document.set("properties", stored.properties());
    document.set("extra", stored.extra());
    document.set("instance_info", stored.instanceInfo());
    document.put("instance_uuid", text(stored.instanceUuid()));
    document.put("instance_name", stored.instanceName());
    document.putNull("chassis_uuid");
    document.put("maintenance", stored.maintenance());
    for (var type : InterfaceType.values()) {
      document.put(type.field(), stored.chosen(type));
    }
    document.put("resource_class", stored.resourceClass());
    document.put("conductor_group", stored.conductorGroup());
    document.put("automated_clean", stored.automatedClean());
    document.put("protected", stored.isProtected());
    document.put("protected_reason", stored.protectedReason());
    document.put("owner", stored.owner());
    document.put("lessee", stored.lessee());
    document.put("description", stored.description());
    document.put("retired", stored.retired());
    document.put("retired_reason", stored.retiredReason());
    document.set("network_data", stored.networkData());
    document.put("shard", stored.shard());
    document.put("parent_node", text(stored.parentNode()));
    document.put("disable_power_off", stored.disablePowerOff());
    return document;
  }

  /** Of a document in normal form; {@code interfaces} stand for the ones in it. */
  public static NodeAttributes read(
      ObjectNode document, Map<String, String> interfaces, @Nullable UUID parent) {
    return new NodeAttributes(
        text(document, "name"),
        document.path("driver").textValue(),
        SecretDocument.of(object(document, "driver_info")),
        object(document, "properties"),
        object(document, "extra"),
        SecretDocument.of(object(document, "instance_info")),
        uuid(text(document, "instance_uuid")),
        text(document, "instance_name"),
        document.path("maintenance").booleanValue(),
        interfaces,
        text(document, "resource_class"),
        document.path("conductor_group").textValue().toLowerCase(Locale.ROOT),
        flag(document, "automated_clean"),
        document.path("protected").booleanValue(),
        text(document, "protected_reason"),
        text(document, "owner"),
        text(document, "lessee"),
        text(document, "description"),
        document.path("retired").booleanValue(),
        text(document, "retired_reason"),
        object(document, "network_data"),
        text(document, "shard"),
        parent,
        document.path("disable_power_off").booleanValue());
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

  public static @Nullable String text(ObjectNode document, String field) {
    return document.path(field).textValue();
  }

  private static ObjectNode object(ObjectNode document, String field) {
    return (ObjectNode) document.path(field);
  }

  private static @Nullable Boolean flag(ObjectNode document, String field) {
    var value = document.path(field);
    return value.isNull() ? null : value.booleanValue();
  }

  private static @Nullable String text(@Nullable UUID uuid) {
    return uuid == null ? null : uuid.toString();
  }

  private static @Nullable UUID uuid(@Nullable String text) {
    return text == null ? null : UUID.fromString(text);
  }
}
