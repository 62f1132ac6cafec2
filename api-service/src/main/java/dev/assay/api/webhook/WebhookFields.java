package dev.assay.api.webhook;

import static dev.assay.api.field.Field.Use.CREATE;
import static dev.assay.api.field.Field.Use.CREATE_AND_PATCH;
import static dev.assay.api.field.Field.Use.READ_ONLY;
import static dev.assay.api.field.Field.listed;
import static dev.assay.api.field.Field.row;
import static dev.assay.attribute.Shape.Type.INTEGER;
import static dev.assay.attribute.Shape.Type.LINKS;
import static dev.assay.attribute.Shape.Type.MOMENT;
import static dev.assay.attribute.Shape.Type.TEXT;

import dev.assay.api.field.FieldTable;
import dev.assay.attribute.AttributeType;
import dev.assay.attribute.Shape;
import java.util.List;

/** The fields of a webhook. Source: spec api.md 9.16. */
public final class WebhookFields {
  static final String COLLECTION = "webhooks";
  static final String URL = "url";
  static final String SECRET = "secret";
  static final String EVENTS = "events";
  static final String DESCRIPTION = "description";
  static final String ENABLED = "enabled";

  private static final int MAX_URL = 2048;
  static final int LEAST_SECRET = 16;
  private static final int MAX_SECRET = 255;

  // spotless:off
  /** All fields. */
  public static final FieldTable<WebhookView> TABLE = new FieldTable<>(List.of(
      listed("uuid",            1, CREATE,           AttributeType.uuid().orChosen(),     null, v -> v.webhook().uuid()),
      listed(URL,               1, CREATE_AND_PATCH, AttributeType.requiredText(MAX_URL), null, WebhookView::url),
      row(SECRET,               1, CREATE_AND_PATCH, secret(),                            null, WebhookView::secret),
      listed(EVENTS,            1, CREATE_AND_PATCH, AttributeType.object(),              null, WebhookView::events),
      listed(DESCRIPTION,       1, CREATE_AND_PATCH, AttributeType.text(255),             null, v -> v.webhook().description()),
      listed(ENABLED,           1, CREATE_AND_PATCH, AttributeType.flag(true),            null, v -> v.webhook().enabled()),
      listed("state",           1, READ_ONLY,        AttributeType.output(TEXT),          null, WebhookView::state),
      listed("last_error",      1, READ_ONLY,        AttributeType.outputOrNull(TEXT),    null, WebhookView::lastError),
      row("last_status",        1, READ_ONLY,        AttributeType.outputOrNull(INTEGER), null, WebhookView::lastStatus),
      row("last_attempt_at",    1, READ_ONLY,        AttributeType.outputOrNull(MOMENT),  null, v -> v.webhook().lastAttemptAt()),
      row("last_success_at",    1, READ_ONLY,        AttributeType.outputOrNull(MOMENT),  null, v -> v.webhook().lastSuccessAt()),
      row("failing_since",      1, READ_ONLY,        AttributeType.outputOrNull(MOMENT),  null, v -> v.webhook().failingSince()),
      row("waiting",            1, READ_ONLY,        AttributeType.output(INTEGER),       null, WebhookView::waiting),
      row("created_at",         1, READ_ONLY,        AttributeType.output(MOMENT),        null, v -> v.webhook().createdAt()),
      row("updated_at",         1, READ_ONLY,        AttributeType.outputOrNull(MOMENT),  null, v -> v.webhook().updatedAt()),
      listed("links",           1, READ_ONLY,        AttributeType.output(LINKS),         null, WebhookView::links)));
  // spotless:on

  private WebhookFields() {}

  /** Text that cannot be guessed, or null: the service chooses one. */
  private static AttributeType secret() {
    return AttributeType.optional(
            Shape.text(LEAST_SECRET, MAX_SECRET),
            (field, given) -> AttributeType.text(field, given, LEAST_SECRET, MAX_SECRET))
        .orChosen();
  }
}
