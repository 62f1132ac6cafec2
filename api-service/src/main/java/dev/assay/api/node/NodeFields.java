package dev.assay.api.node;

import static dev.assay.api.field.Field.Use.CREATE;
import static dev.assay.api.field.Field.Use.CREATE_AND_PATCH;
import static dev.assay.api.field.Field.Use.PATCH;
import static dev.assay.api.field.Field.Use.READ_ONLY;
import static dev.assay.api.field.Field.listed;
import static dev.assay.api.field.Field.row;
import static dev.assay.attribute.Shape.Type.FLAG;
import static dev.assay.attribute.Shape.Type.LINKS;
import static dev.assay.attribute.Shape.Type.MOMENT;
import static dev.assay.attribute.Shape.Type.OBJECT;
import static dev.assay.attribute.Shape.Type.TEXT;
import static dev.assay.attribute.Shape.Type.TEXTS;
import static dev.assay.attribute.Shape.Type.UUID;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.field.Field;
import dev.assay.api.field.FieldTable;
import dev.assay.api.http.Links;
import dev.assay.api.http.Masking;
import dev.assay.attribute.Attribute;
import dev.assay.attribute.AttributeType;
import dev.assay.node.NodeAttributeTable;
import dev.assay.node.NodeAttributes;
import dev.assay.secret.SecretKeys;
import dev.assay.storedjson.StoredJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a node: the attributes of {@link NodeAttributeTable}, and what only the service
 * sets, with the version that brought each, and how it is read. Source: spec api.md 9.1.
 */
public final class NodeFields {
  /** Sorting by a constant leaves the order of creation. */
  private static final String CONSTANT = "n.id";

  /** The attributes that lists show unless they are asked for more. */
  private static final Map<String, Field.Reader<NodeView>> BRIEF =
      Map.of(
          "name", view -> view.brief().name(),
          "instance_uuid", view -> view.brief().instanceUuid(),
          "maintenance", view -> view.brief().maintenance());

  /** All of them. */
  public static final FieldTable<NodeView> TABLE = new FieldTable<>(rows());

  /** The ones that say where a node stands. Source: spec api.md 10.1. */
  public static final List<String> STATES =
      List.of(
          "console_enabled",
          "last_error",
          "power_state",
          "provision_state",
          "target_power_state",
          "target_provision_state",
          "provision_updated_at",
          "raid_config",
          "target_raid_config",
          "boot_mode",
          "secure_boot");

  private NodeFields() {}

  private static List<Field<NodeView>> rows() {
    var rows = new ArrayList<Field<NodeView>>();
    // spotless:off
    rows.add(listed("uuid",            1,   CREATE,           AttributeType.uuid().orChosen(),  "n.uuid",                   NodeView::uuid));
    NodeAttributeTable.TABLE.rows().forEach(attribute -> rows.add(field(attribute)));
    rows.add(row("driver_internal_info", 3, READ_ONLY,        AttributeType.output(OBJECT),     null,                       v -> Masking.masked(v.node().driverInternalInfo(), SecretKeys.INTERNAL_INFO)));
    rows.add(listed("power_state",     1,   READ_ONLY,        AttributeType.outputOrNull(TEXT), "n.powerState",             v -> v.brief().powerState()));
    rows.add(row("target_power_state", 1,   READ_ONLY,        AttributeType.outputOrNull(TEXT), "n.targetPowerState",       v -> v.node().targetPowerState()));
    rows.add(listed("provision_state", 1,   READ_ONLY,        AttributeType.outputOrNull(TEXT), "n.provisionState",         v -> v.shown(v.brief().provisionState())));
    rows.add(row("target_provision_state", 1, READ_ONLY,      AttributeType.outputOrNull(TEXT), "n.targetProvisionState",   v -> v.shown(v.node().targetProvisionState())));
    rows.add(row("provision_updated_at", 1, READ_ONLY,        AttributeType.outputOrNull(MOMENT), "n.provisionUpdatedAt",     v -> v.node().provisionUpdatedAt()));
    rows.add(row("last_error",         1,   READ_ONLY,        AttributeType.outputOrNull(TEXT), "n.lastError",              v -> v.node().lastError()));
    rows.add(row("maintenance_reason", 1,   READ_ONLY,        AttributeType.outputOrNull(TEXT), "n.maintenanceReason",      v -> v.node().maintenanceReason()));
    rows.add(row("fault",              42,  READ_ONLY,        AttributeType.outputOrNull(TEXT), "n.fault",                  v -> v.node().fault()));
    rows.add(row("reservation",        1,   READ_ONLY,        AttributeType.outputOrNull(TEXT), "n.reservation",            v -> v.node().reservation()));
    rows.add(row("console_enabled",    1,   CREATE,           AttributeType.flag(false),        CONSTANT,                   _ -> false)); // taken, without effect
    rows.add(row("created_at",         1,   READ_ONLY,        AttributeType.output(MOMENT),     "n.createdAt",              v -> v.node().createdAt()));
    rows.add(row("updated_at",         1,   READ_ONLY,        AttributeType.outputOrNull(MOMENT), "n.updatedAt",              v -> v.node().updatedAt()));
    rows.add(row("inspection_started_at", 6, READ_ONLY,       AttributeType.outputOrNull(MOMENT), "n.inspectionStartedAt",    v -> v.node().inspectionStartedAt()));
    rows.add(row("inspection_finished_at", 6, READ_ONLY,      AttributeType.outputOrNull(MOMENT), "n.inspectionFinishedAt",   v -> v.node().inspectionFinishedAt()));
    rows.add(row("clean_step",         7,   READ_ONLY,        AttributeType.output(OBJECT),     null,                       _ -> StoredJson.object()));
    rows.add(row("deploy_step",        44,  READ_ONLY,        AttributeType.output(OBJECT),     null,                       _ -> StoredJson.object()));
    rows.add(row("service_step",       87,  READ_ONLY,        AttributeType.output(OBJECT),     null,                       _ -> StoredJson.object()));
    rows.add(row("raid_config",        12,  READ_ONLY,        AttributeType.output(OBJECT),     null,                       _ -> StoredJson.object()));
    rows.add(row("target_raid_config", 12,  READ_ONLY,        AttributeType.output(OBJECT),     null,                       _ -> StoredJson.object()));
    rows.add(row("traits",             37,  READ_ONLY,        AttributeType.output(TEXTS),      null,                       v -> v.node().traits()));
    rows.add(row("conductor",          49,  READ_ONLY,        AttributeType.outputOrNull(TEXT), null,                       v -> v.factory().conductors().of(v.node()).orElse(null)));
    rows.add(row("allocation_uuid",    52,  READ_ONLY,        AttributeType.outputOrNull(UUID), CONSTANT,                   _ -> null));
    rows.add(row("boot_mode",          75,  READ_ONLY,        AttributeType.outputOrNull(TEXT), "n.bootMode",               v -> v.node().bootMode()));
    rows.add(row("secure_boot",        75,  READ_ONLY,        AttributeType.outputOrNull(FLAG), "n.secureBoot",             v -> v.node().secureBoot()));
    rows.add(row("health",             109, READ_ONLY,        AttributeType.outputOrNull(TEXT), CONSTANT,                   _ -> null));
    rows.add(row("auto_discovered",    84,  READ_ONLY,        AttributeType.output(FLAG),       "n.autoDiscovered",         v -> v.node().autoDiscovered()));
    rows.add(listed("links",           1,   READ_ONLY,        AttributeType.output(LINKS),      null,                       v -> Links.of(v.factory().base(), "nodes", v.uuid())));
    rows.add(row("ports",              1,   READ_ONLY,        AttributeType.output(LINKS),      null,                       sub("ports")));
    rows.add(row("states",             14,  READ_ONLY,        AttributeType.output(LINKS),      null,                       sub("states")));
    rows.add(row("portgroups",         24,  READ_ONLY,        AttributeType.output(LINKS),      null,                       sub("portgroups")));
    // spotless:on
    return rows;
  }

  private static Field<NodeView> field(Attribute<NodeAttributes> attribute) {
    var name = attribute.name();
    var use = attribute.creatable() ? CREATE_AND_PATCH : PATCH;
    var brief = BRIEF.get(name);
    return brief == null
        ? row(name, attribute.since(), use, attribute.type(), column(attribute), reader(attribute))
        : listed(name, attribute.since(), use, attribute.type(), column(attribute), brief);
  }

  private static Field.Reader<NodeView> reader(Attribute<NodeAttributes> attribute) {
    return attribute.secrets() == SecretKeys.NONE
        ? view -> attribute.reader().apply(view.node().attributes())
        : view ->
            Masking.masked(
                (ObjectNode) attribute.reader().apply(view.node().attributes()),
                attribute.secrets());
  }

  /** Lists can be sorted by everything but objects. */
  private static @Nullable String column(Attribute<NodeAttributes> attribute) {
    if (attribute.type().taken().type() == OBJECT) {
      return null;
    }
    return attribute.component() == null
        ? "cast(sql('(? ->> ''%s'')', n.attributes.interfaces) as string)"
            .formatted(attribute.name().replace("_interface", ""))
        : "n.attributes." + attribute.component();
  }

  private static Field.Reader<NodeView> sub(String collection) {
    return view -> Links.sub(view.factory().base(), "nodes", view.uuid(), collection);
  }
}
