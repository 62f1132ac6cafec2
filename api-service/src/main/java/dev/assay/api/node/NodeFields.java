package dev.assay.api.node;

import static dev.assay.api.field.Field.Use.CREATE;
import static dev.assay.api.field.Field.Use.CREATE_AND_PATCH;
import static dev.assay.api.field.Field.Use.PATCH;
import static dev.assay.api.field.Field.Use.READ_ONLY;
import static dev.assay.api.field.Field.listed;
import static dev.assay.api.field.Field.row;
import static dev.assay.api.field.Shape.Type.FLAG;
import static dev.assay.api.field.Shape.Type.LINKS;
import static dev.assay.api.field.Shape.Type.MOMENT;
import static dev.assay.api.field.Shape.Type.OBJECT;
import static dev.assay.api.field.Shape.Type.TEXT;
import static dev.assay.api.field.Shape.Type.TEXTS;
import static dev.assay.api.field.Shape.Type.UUID;

import dev.assay.api.field.Field;
import dev.assay.api.field.FieldTable;
import dev.assay.api.field.FieldType;
import dev.assay.api.field.Shape;
import dev.assay.api.http.Links;
import dev.assay.api.http.Masking;
import dev.assay.node.InterfaceType;
import dev.assay.node.NodeAttributes;
import dev.assay.storedjson.StoredJson;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a node: the one place that knows from which version on a field is there, who may
 * set it, to what, and how it is read. Source: spec api.md 9.1, in its order.
 */
public final class NodeFields {
  private static final int ANY_LENGTH = Integer.MAX_VALUE;

  /** Sorting by a constant leaves the order of creation. */
  private static final String CONSTANT = "n.id";

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
    rows.add(listed("uuid",            1,   CREATE,           FieldType.uuid().orChosen(),  "n.uuid",                   NodeView::uuid));
    rows.add(listed("name",            5,   CREATE_AND_PATCH, FieldType.text(255),          "n.attributes.name",        v -> v.brief().name()));
    rows.add(row("driver",             1,   CREATE_AND_PATCH, FieldType.requiredText(255),  "n.attributes.driver",      set(NodeAttributes::driver)));
    rows.add(row("driver_info",        1,   CREATE_AND_PATCH, FieldType.object(),           null,                       set(a -> Masking.maskedDriverInfo(a.driverInfo()))));
    rows.add(row("driver_internal_info", 3, READ_ONLY,        FieldType.output(OBJECT),     null,                       v -> Masking.masked(v.node().driverInternalInfo())));
    rows.add(row("properties",         1,   CREATE_AND_PATCH, FieldType.object(),           null,                       set(NodeAttributes::properties)));
    rows.add(row("extra",              1,   CREATE_AND_PATCH, FieldType.object(),           null,                       set(NodeAttributes::extra)));
    rows.add(row("instance_info",      1,   CREATE_AND_PATCH, FieldType.object(),           null,                       set(a -> Masking.maskedInstanceInfo(a.instanceInfo()))));
    rows.add(listed("instance_uuid",   1,   CREATE_AND_PATCH, FieldType.uuid(),             "n.attributes.instanceUuid", v -> v.brief().instanceUuid()));
    rows.add(row("instance_name",      104, CREATE_AND_PATCH, FieldType.filledText(255),    "n.attributes.instanceName", set(NodeAttributes::instanceName)));
    rows.add(row("chassis_uuid",       1,   CREATE_AND_PATCH, FieldType.uuid(),             "n.attributes.chassisUuid", set(NodeAttributes::chassisUuid)));
    rows.add(listed("power_state",     1,   READ_ONLY,        FieldType.outputOrNull(TEXT), "n.powerState",             v -> v.brief().powerState()));
    rows.add(row("target_power_state", 1,   READ_ONLY,        FieldType.outputOrNull(TEXT), "n.targetPowerState",       v -> v.node().targetPowerState()));
    rows.add(listed("provision_state", 1,   READ_ONLY,        FieldType.outputOrNull(TEXT), "n.provisionState",         v -> v.shown(v.brief().provisionState())));
    rows.add(row("target_provision_state", 1, READ_ONLY,      FieldType.outputOrNull(TEXT), "n.targetProvisionState",   v -> v.shown(v.node().targetProvisionState())));
    rows.add(row("provision_updated_at", 1, READ_ONLY,        FieldType.outputOrNull(MOMENT), "n.provisionUpdatedAt",     v -> v.node().provisionUpdatedAt()));
    rows.add(row("last_error",         1,   READ_ONLY,        FieldType.outputOrNull(TEXT), "n.lastError",              v -> v.node().lastError()));
    rows.add(listed("maintenance",     1,   CREATE_AND_PATCH, FieldType.flag(false),        "n.attributes.maintenance", v -> v.brief().maintenance()));
    rows.add(row("maintenance_reason", 1,   READ_ONLY,        FieldType.outputOrNull(TEXT), "n.maintenanceReason",      v -> v.node().maintenanceReason()));
    rows.add(row("fault",              42,  READ_ONLY,        FieldType.outputOrNull(TEXT), "n.fault",                  v -> v.node().fault()));
    rows.add(row("reservation",        1,   READ_ONLY,        FieldType.outputOrNull(TEXT), "n.reservation",            v -> v.node().reservation()));
    rows.add(row("console_enabled",    1,   CREATE,           FieldType.flag(false),        CONSTANT,                   _ -> false)); // taken, without effect
    rows.add(row("created_at",         1,   READ_ONLY,        FieldType.output(MOMENT),     "n.createdAt",              v -> v.node().createdAt()));
    rows.add(row("updated_at",         1,   READ_ONLY,        FieldType.outputOrNull(MOMENT), "n.updatedAt",              v -> v.node().updatedAt()));
    rows.add(row("inspection_started_at", 6, READ_ONLY,       FieldType.outputOrNull(MOMENT), "n.inspectionStartedAt",    v -> v.node().inspectionStartedAt()));
    rows.add(row("inspection_finished_at", 6, READ_ONLY,      FieldType.outputOrNull(MOMENT), "n.inspectionFinishedAt",   v -> v.node().inspectionFinishedAt()));
    rows.add(row("clean_step",         7,   READ_ONLY,        FieldType.output(OBJECT),     null,                       _ -> StoredJson.object()));
    rows.add(row("deploy_step",        44,  READ_ONLY,        FieldType.output(OBJECT),     null,                       _ -> StoredJson.object()));
    rows.add(row("service_step",       87,  READ_ONLY,        FieldType.output(OBJECT),     null,                       _ -> StoredJson.object()));
    rows.add(row("raid_config",        12,  READ_ONLY,        FieldType.output(OBJECT),     null,                       _ -> StoredJson.object()));
    rows.add(row("target_raid_config", 12,  READ_ONLY,        FieldType.output(OBJECT),     null,                       _ -> StoredJson.object()));
    for (var type : InterfaceType.values()) {
      rows.add(row(type.field(), type.since(), CREATE_AND_PATCH, FieldType.filledText(255).orChosen(), chosenColumn(type), set(a -> a.chosen(type))));
    }
    rows.add(row("resource_class",     21,  CREATE_AND_PATCH, FieldType.text(80),           "n.attributes.resourceClass", set(NodeAttributes::resourceClass)));
    rows.add(row("traits",             37,  READ_ONLY,        FieldType.output(TEXTS),      null,                       v -> v.node().traits()));
    rows.add(row("conductor_group",    46,  CREATE_AND_PATCH, FieldType.textOrEmpty(255),   "n.attributes.conductorGroup", set(NodeAttributes::conductorGroup)));
    rows.add(row("automated_clean",    47,  CREATE_AND_PATCH, FieldType.optionalFlag(),     "n.attributes.automatedClean", set(NodeAttributes::automatedClean)));
    rows.add(row("protected",          48,  PATCH,            FieldType.flag(false),        "n.attributes.isProtected", set(NodeAttributes::isProtected)));
    rows.add(row("protected_reason",   48,  PATCH,            FieldType.text(ANY_LENGTH),   "n.attributes.protectedReason", set(NodeAttributes::protectedReason)));
    rows.add(row("conductor",          49,  READ_ONLY,        FieldType.outputOrNull(TEXT), null,                       v -> v.factory().conductors().of(v.node()).orElse(null)));
    rows.add(row("owner",              50,  CREATE_AND_PATCH, FieldType.text(255),          "n.attributes.owner",       set(NodeAttributes::owner)));
    rows.add(row("lessee",             65,  CREATE_AND_PATCH, FieldType.text(255),          "n.attributes.lessee",      set(NodeAttributes::lessee)));
    rows.add(row("description",        51,  CREATE_AND_PATCH, FieldType.text(4096),         "n.attributes.description", set(NodeAttributes::description)));
    rows.add(row("allocation_uuid",    52,  READ_ONLY,        FieldType.outputOrNull(UUID), CONSTANT,                   _ -> null));
    rows.add(row("retired",            61,  CREATE_AND_PATCH, FieldType.flag(false),        "n.attributes.retired",     set(NodeAttributes::retired)));
    rows.add(row("retired_reason",     61,  CREATE_AND_PATCH, FieldType.text(ANY_LENGTH),   "n.attributes.retiredReason", set(NodeAttributes::retiredReason)));
    rows.add(row("network_data",       66,  CREATE_AND_PATCH, FieldType.object(),           null,                       set(NodeAttributes::networkData)));
    rows.add(row("boot_mode",          75,  READ_ONLY,        FieldType.outputOrNull(TEXT), "n.bootMode",               v -> v.node().bootMode()));
    rows.add(row("secure_boot",        75,  READ_ONLY,        FieldType.outputOrNull(FLAG), "n.secureBoot",             v -> v.node().secureBoot()));
    rows.add(row("shard",              82,  CREATE_AND_PATCH, FieldType.text(255),          "n.attributes.shard",       set(NodeAttributes::shard)));
    rows.add(row("parent_node",        83,  CREATE_AND_PATCH, FieldType.text(255).shownAs(Shape.of(UUID).orNull()), "n.attributes.parentNode",  set(NodeAttributes::parentNode)));
    rows.add(row("disable_power_off",  95,  CREATE_AND_PATCH, FieldType.flag(false),        "n.attributes.disablePowerOff", set(NodeAttributes::disablePowerOff)));
    rows.add(row("health",             109, READ_ONLY,        FieldType.outputOrNull(TEXT), CONSTANT,                   _ -> null));
    rows.add(row("auto_discovered",    84,  READ_ONLY,        FieldType.output(FLAG),       "n.autoDiscovered",         v -> v.node().autoDiscovered()));
    rows.add(listed("links",           1,   READ_ONLY,        FieldType.output(LINKS),      null,                       v -> Links.of(v.factory().base(), "nodes", v.uuid())));
    rows.add(row("ports",              1,   READ_ONLY,        FieldType.output(LINKS),      null,                       sub("ports")));
    rows.add(row("states",             14,  READ_ONLY,        FieldType.output(LINKS),      null,                       sub("states")));
    rows.add(row("portgroups",         24,  READ_ONLY,        FieldType.output(LINKS),      null,                       sub("portgroups")));
    // spotless:on
    return rows;
  }

  private static Field.Reader<NodeView> set(Function<NodeAttributes, @Nullable Object> attribute) {
    return view -> attribute.apply(view.node().attributes());
  }

  private static Field.Reader<NodeView> sub(String collection) {
    return view -> Links.sub(view.factory().base(), "nodes", view.uuid(), collection);
  }

  private static String chosenColumn(InterfaceType type) {
    return "cast(sql('(? ->> ''%s'')', n.attributes.interfaces) as string)".formatted(type.wire());
  }
}
