package dev.assay.api.portgroup;

import static dev.assay.api.field.Field.Use.CREATE;
import static dev.assay.api.field.Field.Use.CREATE_AND_PATCH;
import static dev.assay.api.field.Field.Use.READ_ONLY;
import static dev.assay.api.field.Field.listed;
import static dev.assay.api.field.Field.row;
import static dev.assay.attribute.Shape.Type.FLAG;
import static dev.assay.attribute.Shape.Type.LINKS;
import static dev.assay.attribute.Shape.Type.MOMENT;
import static dev.assay.attribute.Shape.Type.OBJECT;

import dev.assay.api.field.Field;
import dev.assay.api.field.FieldTable;
import dev.assay.api.http.Links;
import dev.assay.api.portlike.PortLikeView;
import dev.assay.attribute.AttributeType;
import dev.assay.port.MacAddressType;
import dev.assay.portgroup.PortGroup;
import dev.assay.portgroup.PortGroupAttributes;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The field table of port groups: from which version on a field exists, which requests may set it
 * to what, and how it is read. Source: spec api.md 12, in its order.
 */
public final class PortGroupFields {
  /** The minor version that introduced port groups. */
  static final int SINCE = 23;

  // spotless:off
  /** All fields. */
  public static final FieldTable<PortLikeView<PortGroup>> TABLE = new FieldTable<>(List.of(
      listed("uuid",             SINCE, CREATE,           AttributeType.uuid().orChosen(),   "n.uuid",                       PortLikeView::uuid),
      listed("name",             SINCE, CREATE_AND_PATCH, AttributeType.text(255),           "n.attributes.name",            set(PortGroupAttributes::name)),
      listed("address",          SINCE, CREATE_AND_PATCH, MacAddressType.optional(),               "n.attributes.address",         set(PortGroupAttributes::address)),
      row("node_uuid",           SINCE, CREATE_AND_PATCH, AttributeType.requiredUuid(),      null,                           PortLikeView::node),
      row("extra",               SINCE, CREATE_AND_PATCH, AttributeType.object(),            null,                           set(PortGroupAttributes::extra)),
      row("internal_info",       SINCE, READ_ONLY,        AttributeType.output(OBJECT),      null,                           v -> v.row().internalInfo()),
      row("standalone_ports_supported", SINCE, CREATE_AND_PATCH, AttributeType.flag(true),   "n.attributes.standalonePortsSupported", set(PortGroupAttributes::standalonePortsSupported)),
      row("mode",                26,    CREATE_AND_PATCH, AttributeType.filledText(255).orChosen().lasting(), "n.attributes.mode",      set(PortGroupAttributes::mode)),
      row("properties",          26,    CREATE_AND_PATCH, AttributeType.object(),            null,                           set(PortGroupAttributes::properties)),
      row("physical_network",    102,   CREATE_AND_PATCH, AttributeType.text(64),            "n.attributes.physicalNetwork", set(PortGroupAttributes::physicalNetwork)),
      row("category",            103,   CREATE_AND_PATCH, AttributeType.text(80),            "n.attributes.category",        set(PortGroupAttributes::category)),
      row("dynamic_portgroup",   111,   READ_ONLY,        AttributeType.output(FLAG),        "n.id",                         _ -> false), // only a network service makes groups by itself
      row("created_at",          SINCE, READ_ONLY,        AttributeType.output(MOMENT),      "n.createdAt",                  v -> v.row().createdAt()),
      row("updated_at",          SINCE, READ_ONLY,        AttributeType.outputOrNull(MOMENT), "n.updatedAt",                  v -> v.row().updatedAt()),
      row("ports",               24,    READ_ONLY,        AttributeType.output(LINKS),       null,                           v -> Links.sub(v.request().base(), "portgroups", v.uuid(), "ports")),
      listed("links",            SINCE, READ_ONLY,        AttributeType.output(LINKS),       null,                           v -> Links.of(v.request().base(), "portgroups", v.uuid()))));
  // spotless:on

  private PortGroupFields() {}

  private static Field.Reader<PortLikeView<PortGroup>> set(
      Function<PortGroupAttributes, @Nullable Object> attribute) {
    return view -> attribute.apply(view.row().attributes());
  }
}
