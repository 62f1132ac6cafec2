package dev.assay.api.port;

import static dev.assay.api.field.Field.Use.CREATE;
import static dev.assay.api.field.Field.Use.CREATE_AND_PATCH;
import static dev.assay.api.field.Field.Use.CREATE_UNSEEN;
import static dev.assay.api.field.Field.Use.READ_ONLY;
import static dev.assay.api.field.Field.listed;
import static dev.assay.api.field.Field.row;
import static dev.assay.api.field.Shape.Type.LINKS;
import static dev.assay.api.field.Shape.Type.MOMENT;
import static dev.assay.api.field.Shape.Type.OBJECT;

import dev.assay.api.field.Field;
import dev.assay.api.field.FieldTable;
import dev.assay.api.field.FieldType;
import dev.assay.api.http.Links;
import dev.assay.api.portlike.PortLikeView;
import dev.assay.port.Port;
import dev.assay.port.PortAttributes;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The field table of ports: from which version on a field exists, which requests may set it to
 * what, and how it is read. Source: spec api.md 11, in its order.
 */
public final class PortFields {
  // spotless:off
  /** All fields. */
  public static final FieldTable<PortLikeView<Port>> TABLE = new FieldTable<>(List.of(
      listed("uuid",               1,   CREATE,           FieldType.uuid().orChosen(), "n.uuid",                          PortLikeView::uuid),
      listed("address",            1,   CREATE_AND_PATCH, FieldType.requiredMac(), "n.attributes.address",            set(PortAttributes::address)),
      row("node_uuid",             1,   CREATE_AND_PATCH, FieldType.uuid().orChosen(), null,                              PortLikeView::node),
      row("node_ident",            94,  CREATE_UNSEEN,    FieldType.text(255),     null,                              _ -> null),
      row("extra",                 1,   CREATE_AND_PATCH, FieldType.object(),      null,                              set(PortAttributes::extra)),
      row("internal_info",         18,  READ_ONLY,        FieldType.output(OBJECT), null,                              v -> v.row().internalInfo()),
      row("pxe_enabled",           19,  CREATE_AND_PATCH, FieldType.flag(true),    "n.attributes.pxeEnabled",         set(PortAttributes::pxeEnabled)),
      row("local_link_connection", 19,  CREATE_AND_PATCH, FieldType.object(),      null,                              set(PortAttributes::localLinkConnection)),
      row("portgroup_uuid",        24,  CREATE_AND_PATCH, FieldType.uuid(),        "n.attributes.portgroupUuid",      set(PortAttributes::portgroupUuid)),
      row("physical_network",      34,  CREATE_AND_PATCH, FieldType.text(64),      "n.attributes.physicalNetwork",    set(PortAttributes::physicalNetwork)),
      row("is_smartnic",           53,  CREATE_AND_PATCH, FieldType.flag(false),   "n.attributes.isSmartnic",         set(PortAttributes::isSmartnic)),
      row("name",                  88,  CREATE_AND_PATCH, FieldType.text(255),     "n.attributes.name",               set(PortAttributes::name)),
      row("description",           97,  CREATE_AND_PATCH, FieldType.text(255),     "n.attributes.description",        set(PortAttributes::description)),
      row("vendor",                100, CREATE_AND_PATCH, FieldType.text(32),      "n.attributes.vendor",             set(PortAttributes::vendor)),
      row("category",              101, CREATE_AND_PATCH, FieldType.text(80),      "n.attributes.category",           set(PortAttributes::category)),
      row("available_for_dynamic_portgroup", 111, CREATE_AND_PATCH, FieldType.flag(true), "n.attributes.availableForDynamicPortgroup", set(PortAttributes::availableForDynamicPortgroup)),
      row("created_at",            1,   READ_ONLY,        FieldType.output(MOMENT), "n.createdAt",                     v -> v.row().createdAt()),
      row("updated_at",            1,   READ_ONLY,        FieldType.outputOrNull(MOMENT), "n.updatedAt",                     v -> v.row().updatedAt()),
      listed("links",              1,   READ_ONLY,        FieldType.output(LINKS), null,                              v -> Links.of(v.request().base(), "ports", v.uuid()))));
  // spotless:on

  private PortFields() {}

  private static Field.Reader<PortLikeView<Port>> set(
      Function<PortAttributes, @Nullable Object> attribute) {
    return view -> attribute.apply(view.row().attributes());
  }
}
