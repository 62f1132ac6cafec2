package dev.assay.api.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.event.EventQuery;
import dev.assay.api.field.Patch;
import dev.assay.api.field.UniqueValueTaken;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Masking;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.UuidText;
import dev.assay.node.Nodes;
import dev.assay.rule.action.AllowedHosts;
import dev.assay.storedjson.StoredJson;
import dev.assay.webhook.Webhook;
import dev.assay.webhook.Webhook.Settings;
import dev.assay.webhook.Webhook.Target;
import dev.assay.webhook.WebhookConfig;
import dev.assay.webhook.Webhooks;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/** Creates, changes, tests and deletes webhooks. Source: spec api.md 9.16. */
@ApplicationScoped
class WebhookWrites {
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int SECRET_BYTES = 32;

  /** In place of one that cannot be decrypted. */
  private static final Target UNREADABLE =
      new Target(Masking.MASK, "*".repeat(WebhookFields.LEAST_SECRET));

  private final Webhooks webhooks;
  private final Nodes nodes;
  private final AllowedHosts hosts;
  private final ApiRequest request;
  private final Clock clock;

  WebhookWrites(
      Webhooks webhooks, Nodes nodes, WebhookConfig config, ApiRequest request, Clock clock) {
    this.webhooks = webhooks;
    this.nodes = nodes;
    this.hosts = AllowedHosts.of("assay.webhooks.hosts", config.hosts().orElse(List.of()));
    this.request = request;
    this.clock = clock;
  }

  /** Creates a webhook. A secret that the service chose is shown this once. */
  @Transactional
  WebhookView create(ObjectNode body) {
    var document = WebhookFields.TABLE.accepted(body, request.version());
    if (webhooks.count() >= Webhooks.MAX) {
      throw new AssayException(
          ErrorCode.CONFLICT,
          "There are %d webhooks, and no more are allowed. Delete one that is not needed."
              .formatted(Webhooks.MAX));
    }
    var given = document.path("uuid").textValue();
    var uuid = given == null ? UUID.randomUUID() : UUID.fromString(given);
    var chosen = document.path(WebhookFields.SECRET).isNull();
    if (chosen) {
      document.put(WebhookFields.SECRET, randomSecret());
    }
    var webhook = new Webhook(uuid, settings(document), clock.instant());
    UniqueValueTaken.unless(
        Map.of("webhook_uuid_key", "A webhook with UUID %s already exists.".formatted(uuid)),
        () -> webhooks.add(webhook));
    var shown = chosen ? document.path(WebhookFields.SECRET).textValue() : Masking.MASK;
    return new WebhookView(webhook, shown, 0, request);
  }

  /** Applies {@code patch}; a webhook that is enabled by it begins where it stopped. */
  @Transactional
  WebhookView patch(String ident, Patch patch) {
    var uuid = UuidText.require(ident);
    var webhook = webhooks.findForUpdate(uuid).orElseThrow(() -> unknown(uuid));
    var before = document(webhook);
    var after = patch.applyTo(before, WebhookFields.TABLE);
    requireBothAgain(webhook, before, after);
    if (after.path(WebhookFields.SECRET).isNull()) {
      throw new AssayException(
          ErrorCode.INVALID_PARAMETER,
          "The secret of a webhook cannot be removed: replace it by another one.");
    }
    if (!after.equals(before)) {
      webhook.update(settings(after), clock.instant());
      webhooks.startAnew(webhook);
    }
    return view(webhook);
  }

  /** Deletes the webhook. */
  @Transactional
  void delete(String ident) {
    var uuid = UuidText.require(ident);
    webhooks.remove(webhooks.findForUpdate(uuid).orElseThrow(() -> unknown(uuid)));
  }

  /** Orders a test. */
  @Transactional
  void test(String ident) {
    var uuid = UuidText.require(ident);
    if (!webhooks.test(uuid)) {
      throw unknown(uuid);
    }
  }

  /** The webhook with its secret masked. */
  WebhookView view(Webhook webhook) {
    return new WebhookView(webhook, Masking.MASK, webhooks.waiting(webhook), request);
  }

  static AssayException unknown(UUID uuid) {
    return new AssayException(
        ErrorCode.NOT_FOUND, "Webhook %s could not be found.".formatted(uuid));
  }

  private static ObjectNode document(Webhook webhook) {
    var target = webhook.target().orElse(UNREADABLE);
    var document = StoredJson.object();
    document.put(WebhookFields.URL, target.url());
    document.put(WebhookFields.SECRET, target.secret());
    document.set(WebhookFields.EVENTS, webhook.filter().json());
    document.put(WebhookFields.DESCRIPTION, webhook.description());
    document.put(WebhookFields.ENABLED, webhook.enabled());
    return document;
  }

  /** CONFLICT when URL and secret cannot be decrypted and not both are set. */
  private static void requireBothAgain(Webhook webhook, ObjectNode before, ObjectNode after) {
    webhook
        .unusable()
        .filter(
            _ ->
                Stream.of(WebhookFields.URL, WebhookFields.SECRET)
                    .anyMatch(field -> after.path(field).equals(before.path(field))))
        .ifPresent(
            why -> {
              throw new AssayException(ErrorCode.CONFLICT, why);
            });
  }

  private Settings settings(ObjectNode document) {
    var conditions = EventQuery.ofConditions((ObjectNode) document.path(WebhookFields.EVENTS));
    return new Settings(
        new Target(
            allowed(document.path(WebhookFields.URL).textValue()),
            document.path(WebhookFields.SECRET).textValue()),
        conditions.filter(nodes),
        document.path(WebhookFields.DESCRIPTION).textValue(),
        document.path(WebhookFields.ENABLED).booleanValue());
  }

  private String allowed(String url) {
    try {
      return hosts.require(url).toString();
    } catch (IllegalArgumentException e) {
      throw new AssayException(
          ErrorCode.INVALID_PARAMETER,
          "The URL of the webhook cannot be used: %s.".formatted(e.getMessage()),
          e);
    }
  }

  private static String randomSecret() {
    var bytes = new byte[SECRET_BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
