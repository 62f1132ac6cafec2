package dev.assay.api.rule.dryrun;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.rule.definition.Rule;
import dev.assay.rule.RuleScope;
import dev.assay.rule.data.SecretMask;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The calls that rules order, which a dry run does not make: by which rule, and to whom. Paths,
 * queries and headers may hold secrets and are not shown; of a sensitive rule nothing is.
 */
final class OrderedCalls {
  private final ArrayNode calls = JsonNodeFactory.instance.arrayNode();
  private @Nullable RuleScope scope;
  private @Nullable Rule rule;
  private int seen;

  /** The calls of the rules that follow are in {@code next}. */
  void in(RuleScope next) {
    scope = next;
    seen = 0;
  }

  void begin(Rule next) {
    rule = next;
  }

  /** Those that are new are of the rule that was begun. */
  void end() {
    if (scope == null || rule == null) {
      return;
    }
    var ordered = scope.ordered();
    for (var call : ordered.subList(seen, ordered.size())) {
      add(rule, call.url());
    }
    seen = ordered.size();
  }

  private void add(Rule by, URI url) {
    var call = calls.addObject().put("rule", by.uuid());
    if (by.sensitive()) {
      call.put("scheme", SecretMask.MASK).put("host", SecretMask.MASK).putNull("port");
    } else {
      call.put("scheme", url.getScheme()).put("host", url.getHost()).put("port", port(url));
    }
  }

  private static int port(URI url) {
    return url.getPort() >= 0 ? url.getPort() : url.getScheme().equals("https") ? 443 : 80;
  }

  /** In the order they were ordered. */
  ArrayNode shown() {
    return calls;
  }
}
