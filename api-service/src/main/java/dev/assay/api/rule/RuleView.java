package dev.assay.api.rule;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Links;
import dev.assay.rule.definition.Rule;
import dev.assay.rule.store.StoredRule;
import dev.assay.storedjson.StoredJson;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A rule as shown to one request.
 *
 * @param number its place in the order of creation; built-in ones come last, as in their file
 * @param createdAt null when it is built in
 * @param updatedAt null when it was never changed
 */
record RuleView(
    Rule rule,
    long number,
    @Nullable Instant createdAt,
    @Nullable Instant updatedAt,
    ApiRequest request) {
  private static final long AFTER_STORED = 1L << 62;

  static RuleView stored(StoredRule stored, ApiRequest request) {
    return new RuleView(
        stored.rule(), stored.id(), stored.createdAt(), stored.updatedAt(), request);
  }

  /** {@code index} is its place in the file. */
  static RuleView builtIn(Rule rule, int index, ApiRequest request) {
    return new RuleView(rule, AFTER_STORED + index, null, null, request);
  }

  /** The list of its conditions; null when it is sensitive. */
  @Nullable JsonNode conditions() {
    return shown(rule.conditions());
  }

  /** The list of its actions; null when it is sensitive. */
  @Nullable JsonNode actions() {
    return shown(rule.actions());
  }

  private @Nullable JsonNode shown(Object content) {
    return rule.sensitive() ? null : StoredJson.tree(content);
  }

  Links links() {
    return Links.of(request.base(), RuleFields.COLLECTION, rule.uuid());
  }
}
