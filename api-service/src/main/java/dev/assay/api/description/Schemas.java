package dev.assay.api.description;

import static org.eclipse.microprofile.openapi.OASFactory.createSchema;

import dev.assay.api.chassis.ChassisFields;
import dev.assay.api.field.Field;
import dev.assay.api.field.FieldTable;
import dev.assay.api.inspection.InspectionFields;
import dev.assay.api.node.NodeFields;
import dev.assay.api.node.history.HistoryFields;
import dev.assay.api.port.PortFields;
import dev.assay.api.portgroup.PortGroupFields;
import dev.assay.api.rule.RuleFields;
import dev.assay.api.webhook.WebhookFields;
import dev.assay.attribute.Shape;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.models.media.Schema;
import org.eclipse.microprofile.openapi.models.media.Schema.SchemaType;

/** Builds the schemas of resources from their field tables, and the parts of all other schemas. */
final class Schemas {
  /** The extension with the version that introduced an element. */
  static final String SINCE = "x-since";

  static final Schema NOTHING_ELSE = createSchema().booleanSchema(false);

  private Schemas() {}

  /** All schemas by name. */
  static Map<String, Schema> all() {
    var all = new LinkedHashMap<String, Schema>();
    all.put("Node", shown(NodeFields.TABLE.fields()));
    all.put("NodeRequest", request(NodeFields.TABLE));
    all.put("NodeList", page("nodes", "Node"));
    all.put(
        "NodeStates",
        shown(
            NodeFields.TABLE.fields().stream()
                .filter(field -> NodeFields.STATES.contains(field.name()))
                .toList()));
    all.put("Port", shown(PortFields.TABLE.fields()));
    all.put("PortRequest", request(PortFields.TABLE));
    all.put("PortList", page("ports", "Port"));
    all.put("PortGroup", shown(PortGroupFields.TABLE.fields()));
    all.put("PortGroupRequest", request(PortGroupFields.TABLE));
    all.put("PortGroupList", page("portgroups", "PortGroup"));
    all.put("Chassis", shown(ChassisFields.TABLE.fields()));
    all.put("ChassisRequest", request(ChassisFields.TABLE));
    all.put("ChassisList", page("chassis", "Chassis"));
    all.put("HistoryEntry", shown(HistoryFields.TABLE.fields()));
    all.put("History", page("history", "HistoryEntry"));
    all.put("Inspection", shown(InspectionFields.TABLE.fields()));
    all.put("InspectionList", page("inspections", "Inspection"));
    all.put("InspectionRule", shown(RuleFields.TABLE.fields()));
    all.put("InspectionRuleRequest", request(RuleFields.TABLE));
    all.put("Webhook", shown(WebhookFields.TABLE.fields()));
    all.put("WebhookRequest", request(WebhookFields.TABLE));
    all.put("WebhookList", page("webhooks", "Webhook"));
    all.put("InspectionRuleList", page("inspection_rules", "InspectionRule"));
    all.putAll(Documents.all());
    return all;
  }

  /** The schema of a response: the fields that clients see. */
  private static Schema shown(List<? extends Field<?>> fields) {
    var schema = object();
    for (var field : fields) {
      if (!field.use().shown()) {
        continue;
      }
      var property = of(field.kind().shown());
      if (!field.use().creatable() && !field.use().patchable()) {
        property.readOnly(true);
      }
      schema.addProperty(field.name(), since(property, field.since()));
    }
    return schema;
  }

  /** The schema of a POST body; null means the same as leaving the member out. */
  private static Schema request(FieldTable<?> table) {
    var schema = object().additionalPropertiesSchema(NOTHING_ELSE);
    for (var field : table.fields()) {
      if (field.use().creatable()) {
        schema.addProperty(field.name(), since(of(field.kind().taken()), field.since()));
        if (field.kind().required()) {
          schema.addRequired(field.name());
        }
      }
    }
    return schema;
  }

  /** Adds the minor version that introduced it. */
  static Schema since(Schema schema, int minor) {
    schema.addExtension(SINCE, "1." + minor);
    return schema.description("Since API version 1.%d.".formatted(minor));
  }

  /** A page of a collection. */
  static Schema page(String plural, String of) {
    return object()
        .addProperty(plural, listOf(ref(of)))
        .addProperty(
            "next",
            text().format("uri").description("The next page; absent when this is the last one."))
        .required(List.of(plural));
  }

  static Schema object() {
    return createSchema().addType(SchemaType.OBJECT);
  }

  /** An object with any members. */
  static Schema free() {
    return object().additionalPropertiesSchema(createSchema().booleanSchema(true));
  }

  static Schema text() {
    return createSchema().addType(SchemaType.STRING);
  }

  static Schema flag() {
    return createSchema().addType(SchemaType.BOOLEAN);
  }

  static Schema integer() {
    return createSchema().addType(SchemaType.INTEGER);
  }

  static Schema listOf(Schema item) {
    return createSchema().addType(SchemaType.ARRAY).items(item);
  }

  static Schema oneOf(List<String> values) {
    return text().enumeration(List.copyOf(values));
  }

  static Schema orNull(Schema schema) {
    return schema.addType(SchemaType.NULL);
  }

  static Schema ref(String name) {
    return createSchema().ref("#/components/schemas/" + name);
  }

  static Schema of(Shape shape) {
    var schema =
        switch (shape.type()) {
          case TEXT -> bounded(shape);
          case UUID -> text().format("uuid");
          case MAC -> text().pattern("^[0-9a-f]{2}(:[0-9a-f]{2}){5}$");
          case MOMENT -> text().format("date-time");
          case FLAG -> flag();
          case INTEGER -> integer();
          case OBJECT -> free();
          case OBJECTS -> listOf(free());
          case TEXTS -> listOf(text());
          case LINKS -> listOf(ref("Link"));
        };
    return shape.nullable() ? orNull(schema) : schema;
  }

  private static Schema bounded(Shape shape) {
    var schema = text();
    if (shape.shortest() > 0) {
      schema.minLength(shape.shortest());
    }
    if (shape.longest() < Integer.MAX_VALUE) {
      schema.maxLength(shape.longest());
    }
    return schema;
  }
}
