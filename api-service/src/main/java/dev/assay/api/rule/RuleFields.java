package dev.assay.api.rule;

import static dev.assay.api.field.Field.Use.CREATE;
import static dev.assay.api.field.Field.Use.CREATE_AND_PATCH;
import static dev.assay.api.field.Field.Use.READ_ONLY;
import static dev.assay.api.field.Field.listed;
import static dev.assay.api.field.Field.row;
import static dev.assay.attribute.Shape.Type.FLAG;
import static dev.assay.attribute.Shape.Type.LINKS;
import static dev.assay.attribute.Shape.Type.MOMENT;

import dev.assay.api.field.FieldTable;
import dev.assay.attribute.AttributeType;
import java.util.List;

/**
 * The fields of an inspection rule. Lists are sorted by the values of the readers, because built-in
 * rules are not in the database. Source: spec rules.md 1, api.md 14.
 */
public final class RuleFields {
  /** The minor version that introduced rules. */
  public static final int SINCE = 96;

  /** The name of the collection in paths and in JSON. */
  static final String COLLECTION = "inspection_rules";

  // spotless:off
  /** All fields. */
  public static final FieldTable<RuleView> TABLE = new FieldTable<>(List.of(
      listed("uuid",        SINCE, CREATE,           RuleFieldTypes.uuid(),        "uuid",        v -> v.rule().uuid()),
      listed("description", SINCE, CREATE_AND_PATCH, RuleFieldTypes.text(255),     "description", v -> v.rule().description()),
      listed("priority",    SINCE, CREATE_AND_PATCH, RuleFieldTypes.priority(),    "priority",    v -> v.rule().priority()),
      row("scope",          SINCE, CREATE_AND_PATCH, RuleFieldTypes.text(255),     "scope",       v -> v.rule().scope()),
      row("sensitive",      SINCE, CREATE_AND_PATCH, RuleFieldTypes.flag(false),   "sensitive",   v -> v.rule().sensitive()),
      row("enabled",        SINCE, CREATE_AND_PATCH, RuleFieldTypes.flag(true),    "enabled",     v -> v.rule().enabled()),
      listed("phase",       SINCE, CREATE_AND_PATCH, RuleFieldTypes.phase(),       "phase",       v -> v.rule().phase().wire()),
      row("conditions",     SINCE, CREATE_AND_PATCH, RuleFieldTypes.conditions(),  null,          RuleView::conditions),
      row("actions",        SINCE, CREATE_AND_PATCH, RuleFieldTypes.actions(),     null,          RuleView::actions),
      row("built_in",       SINCE, READ_ONLY,        AttributeType.output(FLAG),       "built_in",    v -> v.rule().builtIn()),
      row("created_at",     SINCE, READ_ONLY,        AttributeType.outputOrNull(MOMENT), "created_at", RuleView::createdAt),
      row("updated_at",     SINCE, READ_ONLY,        AttributeType.outputOrNull(MOMENT), "updated_at", RuleView::updatedAt),
      listed("links",       SINCE, READ_ONLY,        AttributeType.output(LINKS),      null,          RuleView::links)));
  // spotless:on

  private RuleFields() {}
}
