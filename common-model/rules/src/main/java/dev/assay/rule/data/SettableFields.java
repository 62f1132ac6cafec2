package dev.assay.rule.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.hook.ShortText;
import dev.assay.node.InterfaceType;
import dev.assay.rule.data.FieldType.Flag;
import dev.assay.rule.data.FieldType.Members;
import dev.assay.rule.data.FieldType.Name;
import dev.assay.rule.data.FieldType.Text;
import dev.assay.rule.data.FieldType.TextOrEmpty;
import dev.assay.rule.data.FieldType.Uuid;
import dev.assay.rule.interpolation.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Which fields of a node and of a port rules may set, and to what: all that a client may set,
 * without those that say which thing it is. Source: spec rules.md 9, api.md 9.1 and 11.
 */
public final class SettableFields {
  private static final int LONG = 65_535;

  /** Characters of a name that is none. */
  private static final int MAX_SHOWN = 200;

  private static final JsonNode NULL = NullNode.getInstance();
  private static final JsonNode FALSE = BooleanNode.FALSE;
  private static final JsonNode TRUE = BooleanNode.TRUE;
  private static final JsonNode EMPTY = JsonNodeFactory.instance.objectNode();

  // spotless:off
  private static final List<SettableField> OF_NODE = List.of(
      new SettableField("name",              new Name(),             NULL),
      new SettableField("driver",            new Text(255, false),   NULL),
      new SettableField("driver_info",       new Members(),          EMPTY),
      new SettableField("properties",        new Members(),          EMPTY),
      new SettableField("extra",             new Members(),          EMPTY),
      new SettableField("instance_info",     new Members(),          EMPTY),
      new SettableField("instance_uuid",     new Uuid(),             NULL),
      new SettableField("instance_name",     new Text(255, true),    NULL),
      new SettableField("maintenance",       new Flag(false),        FALSE),
      new SettableField("resource_class",    new Text(80, true),     NULL),
      new SettableField("conductor_group",   new TextOrEmpty(255),   TextNode.valueOf("")),
      new SettableField("automated_clean",   new Flag(true),         NULL),
      new SettableField("protected",         new Flag(false),        FALSE),
      new SettableField("protected_reason",  new Text(LONG, true),   NULL),
      new SettableField("owner",             new Text(255, true),    NULL),
      new SettableField("lessee",            new Text(255, true),    NULL),
      new SettableField("description",       new Text(4096, true),   NULL),
      new SettableField("retired",           new Flag(false),        FALSE),
      new SettableField("retired_reason",    new Text(LONG, true),   NULL),
      new SettableField("network_data",      new Members(),          EMPTY),
      new SettableField("shard",             new Text(255, true),    NULL),
      new SettableField("parent_node",       new Uuid(),             NULL),
      new SettableField("disable_power_off", new Flag(false),        FALSE));

  private static final List<SettableField> OF_PORT = List.of(
      new SettableField("extra",                           new Members(),        EMPTY),
      new SettableField("pxe_enabled",                     new Flag(false),      TRUE),
      new SettableField("local_link_connection",           new Members(),        EMPTY),
      new SettableField("portgroup_uuid",                  new Uuid(),           NULL),
      new SettableField("physical_network",                new Text(64, true),   NULL),
      new SettableField("is_smartnic",                     new Flag(false),      FALSE),
      new SettableField("name",                            new Name(),           NULL),
      new SettableField("description",                     new Text(255, true),  NULL),
      new SettableField("vendor",                          new Text(32, true),   NULL),
      new SettableField("category",                        new Text(80, true),   NULL),
      new SettableField("available_for_dynamic_portgroup", new Flag(false),      TRUE));
  // spotless:on

  /** Of a node; an interface that is deleted is null, the driver's own choice. */
  public static final SettableFields NODE =
      new SettableFields(
          "node",
          Stream.concat(
                  OF_NODE.stream(),
                  Arrays.stream(InterfaceType.values())
                      .map(type -> new SettableField(type.field(), new Text(255, true), NULL)))
              .toList(),
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
          OF_PORT,
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
  private final Map<String, SettableField> settable = new LinkedHashMap<>();
  private final Collection<String> readOnly;

  private SettableFields(String owner, List<SettableField> settable, Collection<String> readOnly) {
    this.owner = owner;
    settable.forEach(field -> this.settable.put(field.name(), field));
    this.readOnly = readOnly;
  }

  /** The same path; IllegalArgumentException when rules cannot write there, whatever it is. */
  public Path check(Path path) {
    var field = require(path.field());
    if (!path.keys().isEmpty() && !(field.kind() instanceof Members)) {
      throw new IllegalArgumentException(
          "field %s of a %s is no object, there is nothing below it"
              .formatted(field.name(), owner));
    }
    return path;
  }

  /** {@code value} as the field keeps it; IllegalArgumentException when it cannot. */
  public JsonNode accept(String name, JsonNode value) {
    return require(name).kind().accept(value);
  }

  /** What a field is when it is deleted; IllegalArgumentException when it must be there. */
  public JsonNode fallback(String name) {
    var field = require(name);
    return field.kind().accept(field.fallback()).deepCopy();
  }

  private SettableField require(String name) {
    var field = settable.get(name);
    if (field != null) {
      return field;
    }
    throw new IllegalArgumentException(
        name.equals("traits")
            ? "traits are changed by the actions add-trait and remove-trait"
            : readOnly.contains(name)
                ? "field %s of a %s is read-only".formatted(name, owner)
                : "a %s has no field '%s'; rules can set %s"
                    .formatted(
                        owner, ShortText.shortened(name, MAX_SHOWN), String.join(", ", settable.keySet())));
  }
}
