package dev.assay.api.rule.dryrun;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.rule.data.SecretMask;
import dev.assay.rule.definition.Rule;
import dev.assay.rule.engine.RuledData;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Collects the API calls that rules request, but that a dry run does not make: by which rule, and
 * to which host. Paths, queries and headers may hold secrets and are not shown; for a sensitive
 * rule the host is masked, too.
 */
final class OrderedCalls {
  private final ArrayNode calls = JsonNodeFactory.instance.arrayNode();
  private @Nullable RuledData scope;
  private @Nullable Rule rule;
  private int seen;

  /** The calls of the rules that follow are collected in {@code next}. */
  void in(RuledData next) {
    scope = next;
    seen = 0;
  }

  void begin(Rule next) {
    rule = next;
  }

  /** Assigns the calls that are new to the rule that began last. */
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

  /** All calls, in the order in which rules requested them. */
  ArrayNode shown() {
    return calls;
  }
}
