package dev.assay.api.rule;

import static dev.assay.api.field.Field.Use.CREATE;
import static dev.assay.api.field.Field.Use.CREATE_AND_PATCH;
import static dev.assay.api.field.Field.Use.READ_ONLY;
import static dev.assay.api.field.Field.listed;
import static dev.assay.api.field.Field.row;
import static dev.assay.api.field.Shape.Type.FLAG;
import static dev.assay.api.field.Shape.Type.LINKS;
import static dev.assay.api.field.Shape.Type.MOMENT;

import dev.assay.api.field.FieldTable;
import dev.assay.api.field.FieldType;
import java.util.List;

/**
 * The fields of an inspection rule. They sort by what their readers give: built-in rules are in no
 * table. Source: spec rules.md 1, api.md 14.
 */
public final class RuleFields {
  /** The minor version that brought rules. */
  public static final int SINCE = 96;

  /** As in paths, and the name of the list on the wire. */
  static final String COLLECTION = "inspection_rules";

  // spotless:off
  /** All of them. */
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
      row("built_in",       SINCE, READ_ONLY,        FieldType.output(FLAG),       "built_in",    v -> v.rule().builtIn()),
      row("created_at",     SINCE, READ_ONLY,        FieldType.outputOrNull(MOMENT), "created_at", RuleView::createdAt),
      row("updated_at",     SINCE, READ_ONLY,        FieldType.outputOrNull(MOMENT), "updated_at", RuleView::updatedAt),
      listed("links",       SINCE, READ_ONLY,        FieldType.output(LINKS),      null,          RuleView::links)));
  // spotless:on

  private RuleFields() {}
}
