package dev.assay.rule.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.attribute.Attribute;
import dev.assay.attribute.AttributeTable;
import dev.assay.attribute.AttributeType;
import dev.assay.attribute.InvalidValue;
import dev.assay.attribute.Shape;
import dev.assay.error.AssayException;
import dev.assay.error.ShortText;
import dev.assay.node.NodeAttributeTable;
import dev.assay.node.NodeName;
import dev.assay.port.PortAttributeTable;
import dev.assay.rule.Path;
import dev.assay.rule.format.TextForm;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The attributes of a node or port that rules may set, with the types and defaults that clients
 * meet. Source: spec rules.md 9.
 */
public final class SettableFields {
  /** Characters shown of the name of an unknown field. */
  private static final int MAX_SHOWN = 200;

  /** Of a node; an interface that is deleted is null, which stands for the driver's default. */
  public static final SettableFields NODE =
      new SettableFields(
          "node",
          NodeAttributeTable.TABLE,
          List.of(
              "uuid",
              "id",
              "provision_state",
              "target_provision_state",
              "power_state",
              "target_power_state",
              "last_error",
              "reservation",
              "created_at",
              "updated_at",
              "auto_discovered",
              "driver_internal_info",
              "traits"));

  /** Of a port. */
  public static final SettableFields PORT =
      new SettableFields(
          "port",
          PortAttributeTable.TABLE,
          List.of(
              "uuid",
              "id",
              "node_id",
              "node_uuid",
              "address",
              "internal_info",
              "created_at",
              "updated_at"));

  private final String owner;
  private final Map<String, AttributeType> settable = new LinkedHashMap<>();
  private final Collection<String> readOnly;

  private SettableFields(String owner, AttributeTable<?> table, Collection<String> readOnly) {
    this.owner = owner;
    table.rows().stream()
        .filter(Attribute::byRules)
        .forEach(attribute -> settable.put(attribute.name(), type(owner, attribute)));
    this.readOnly = readOnly;
  }

  private static AttributeType type(String owner, Attribute<?> attribute) {
    return attribute.name().equals("name") ? NodeName.type(owner) : attribute.type();
  }

  /** The same path; IllegalArgumentException when rules cannot write there, whatever it is. */
  public Path check(Path path) {
    var type = require(path.field());
    if (!path.keys().isEmpty() && type.taken().type() != Shape.Type.OBJECT) {
      throw new IllegalArgumentException(
          "field %s of a %s is no object, there is nothing below it"
              .formatted(path.field(), owner));
    }
    return path;
  }

  /**
   * {@code value} as the field keeps it; IllegalArgumentException when a client could not set it.
   * Numbers are accepted where texts are, since interpolation gives numbers; null is refused where
   * a client's null stands for a default, since interpolation of a missing value gives null.
   */
  public JsonNode accept(String name, JsonNode value) {
    var type = require(name);
    var isText = type.taken().type() == Shape.Type.TEXT;
    if (value.isNull() && !isText && !type.ifAbsent().isNull()) {
      throw new IllegalArgumentException(
          "the value cannot be null; delete the field to set its default");
    }
    return accept(type, name, isText ? text(value) : value);
  }

  private static JsonNode accept(AttributeType type, String name, JsonNode value) {
    try {
      return type.accept(name, value);
    } catch (InvalidValue e) {
      throw new IllegalArgumentException("the value " + e.why(), e);
    } catch (AssayException e) {
      throw new IllegalArgumentException(e.sentence(), e);
    }
  }

  /** The default, which deletion sets; IllegalArgumentException when the field is mandatory. */
  public JsonNode fallback(String name) {
    return accept(require(name), name, NullNode.getInstance());
  }

  private static JsonNode text(JsonNode value) {
    return value.isTextual() || value.isNumber()
        ? TextNode.valueOf(TextForm.of(value).replace('\u0000', '\uFFFD')) // no column can hold it
        : value;
  }

  private AttributeType require(String name) {
    var type = settable.get(name);
    if (type != null) {
      return type;
    }
    throw new IllegalArgumentException(
        name.equals("traits")
            ? "traits are changed by the actions add-trait and remove-trait"
            : readOnly.contains(name)
                ? "field %s of a %s is read-only".formatted(name, owner)
                : "a %s has no field '%s'; rules can set %s"
                    .formatted(
                        owner,
                        ShortText.shortened(name, MAX_SHOWN),
                        String.join(", ", settable.keySet())));
  }
}
