package dev.assay.api.port;

import static dev.assay.api.field.Field.Use.CREATE;
import static dev.assay.api.field.Field.Use.CREATE_AND_PATCH;
import static dev.assay.api.field.Field.Use.CREATE_UNSEEN;
import static dev.assay.api.field.Field.Use.READ_ONLY;
import static dev.assay.api.field.Field.listed;
import static dev.assay.api.field.Field.row;
import static dev.assay.attribute.Shape.Type.LINKS;
import static dev.assay.attribute.Shape.Type.MOMENT;
import static dev.assay.attribute.Shape.Type.OBJECT;

import dev.assay.api.field.Field;
import dev.assay.api.field.FieldTable;
import dev.assay.api.http.Links;
import dev.assay.api.portlike.PortLikeView;
import dev.assay.attribute.Attribute;
import dev.assay.attribute.AttributeType;
import dev.assay.port.Port;
import dev.assay.port.PortAttributeTable;
import dev.assay.port.PortAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * The fields of a port: the attributes of {@link PortAttributeTable}, and what else clients send or
 * see. Source: spec api.md 11.
 */
public final class PortFields {
  /** All of them. */
  public static final FieldTable<PortLikeView<Port>> TABLE = new FieldTable<>(rows());

  private PortFields() {}

  private static List<Field<PortLikeView<Port>>> rows() {
    var rows = new ArrayList<Field<PortLikeView<Port>>>();
    // spotless:off
    rows.add(listed("uuid",               1,   CREATE,           AttributeType.uuid().orChosen(), "n.uuid",                          PortLikeView::uuid));
    PortAttributeTable.TABLE.rows().forEach(attribute -> rows.add(field(attribute)));
    rows.add(row("node_uuid",             1,   CREATE_AND_PATCH, AttributeType.uuid().orChosen(), null,                              PortLikeView::node));
    rows.add(row("node_ident",            94,  CREATE_UNSEEN,    AttributeType.text(255),     null,                              _ -> null));
    rows.add(row("internal_info",         18,  READ_ONLY,        AttributeType.output(OBJECT), null,                              v -> v.row().internalInfo()));
    rows.add(row("created_at",            1,   READ_ONLY,        AttributeType.output(MOMENT), "n.createdAt",                     v -> v.row().createdAt()));
    rows.add(row("updated_at",            1,   READ_ONLY,        AttributeType.outputOrNull(MOMENT), "n.updatedAt",                     v -> v.row().updatedAt()));
    rows.add(listed("links",              1,   READ_ONLY,        AttributeType.output(LINKS), null,                              v -> Links.of(v.request().base(), "ports", v.uuid())));
    // spotless:on
    return rows;
  }

  private static Field<PortLikeView<Port>> field(Attribute<PortAttributes> attribute) {
    var isObject = attribute.type().taken().type() == OBJECT;
    var column = isObject ? null : "n.attributes." + attribute.component();
    Field.Reader<PortLikeView<Port>> reader =
        view -> attribute.reader().apply(view.row().attributes());
    return attribute.name().equals("address")
        ? listed("address", attribute.since(), CREATE_AND_PATCH, attribute.type(), column, reader)
        : row(
            attribute.name(),
            attribute.since(),
            CREATE_AND_PATCH,
            attribute.type(),
            column,
            reader);
  }
}
