package dev.assay.api.chassis;

import static dev.assay.api.field.Field.Use.CREATE;
import static dev.assay.api.field.Field.Use.CREATE_AND_PATCH;
import static dev.assay.api.field.Field.Use.READ_ONLY;
import static dev.assay.api.field.Field.listed;
import static dev.assay.api.field.Field.row;
import static dev.assay.attribute.Shape.Type.LINKS;
import static dev.assay.attribute.Shape.Type.MOMENT;

import dev.assay.api.field.FieldTable;
import dev.assay.api.http.Links;
import dev.assay.attribute.AttributeType;
import java.util.List;

/**
 * Defines the fields of a chassis, the only place that does: who may set them, to which values, and
 * how they are read. Source: spec api.md 11a.
 */
public final class ChassisFields {
  // spotless:off
  /** All fields. */
  public static final FieldTable<ChassisView> TABLE = new FieldTable<>(List.of(
      listed("uuid",        1, CREATE,           AttributeType.uuid().orChosen(),     "n.uuid",        ChassisView::uuid),
      listed("description", 1, CREATE_AND_PATCH, AttributeType.text(255),             "n.description", v -> v.row().description()),
      row("extra",          1, CREATE_AND_PATCH, AttributeType.object(),              null,            v -> v.row().extra()),
      row("created_at",     1, READ_ONLY,        AttributeType.output(MOMENT),        "n.createdAt",   v -> v.row().createdAt()),
      row("updated_at",     1, READ_ONLY,        AttributeType.outputOrNull(MOMENT),  "n.updatedAt",   v -> v.row().updatedAt()),
      row("nodes",          1, READ_ONLY,        AttributeType.output(LINKS),         null,            v -> Links.sub(v.request().base(), "chassis", v.uuid(), "nodes")),
      listed("links",       1, READ_ONLY,        AttributeType.output(LINKS),         null,            v -> Links.of(v.request().base(), "chassis", v.uuid()))));
  // spotless:on

  private ChassisFields() {}
}
