package dev.assay.api.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Links;
import dev.assay.api.http.Masking;
import dev.assay.webhook.Webhook;
import org.jspecify.annotations.Nullable;

/**
 * A webhook as shown to one request.
 *
 * @param secret what is shown of the secret: the mask, or the secret itself to who created it
 *     without one
 * @param waiting events that were not looked at yet
 */
public record WebhookView(Webhook webhook, String secret, long waiting, ApiRequest request) {
  /** The mask when it cannot be decrypted. */
  String url() {
    return webhook.target().map(Webhook.Target::url).orElse(Masking.MASK);
  }

  @Nullable String lastError() {
    return webhook.unusable().orElse(webhook.lastError());
  }

  ObjectNode events() {
    return webhook.filter().json();
  }

  String state() {
    return webhook.state().wire();
  }

  @Nullable Integer lastStatus() {
    return webhook.lastStatus();
  }

  Links links() {
    return Links.of(request.base(), WebhookFields.COLLECTION, webhook.uuid().toString());
  }
}
