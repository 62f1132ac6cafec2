package dev.assay.api.rule.dryrun;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.node.NodeFinder;
import dev.assay.api.rule.RuleDocument;
import dev.assay.api.rule.RuleFieldTypes;
import dev.assay.api.rule.RuleFinder;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.rule.definition.Rule;
import dev.assay.rule.engine.CompiledRule;
import dev.assay.rule.engine.RuleRegistry;
import dev.assay.rule.store.RuleCache;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Parses the bodies of dry run requests, such as {@code {"rules": [{"actions": ...}], "uuids":
 * [...], "nodes": [...]}}. Each member may be left out: without any rule, the rules that
 * inspections run now are used; without {@code nodes}, all nodes that have an inventory. Invalid
 * rules are rejected as when rules are created.
 */
@ApplicationScoped
class DryRunOrders {
  /**
   * The most nodes in a request, because each is looked up; to use more, leave {@code nodes} out.
   */
  private static final int MAX_NODES = 1000;

  private static final Set<String> MEMBERS = Set.of("rules", "uuids", "nodes");

  private final RuleFinder rules;
  private final RuleCache live;
  private final RuleRegistry registry;
  private final NodeFinder nodes;
  private final ApiRequest request;

  DryRunOrders(
      RuleFinder rules,
      RuleCache live,
      RuleRegistry registry,
      NodeFinder nodes,
      ApiRequest request) {
    this.rules = rules;
    this.live = live;
    this.registry = registry;
    this.nodes = nodes;
    this.request = request;
  }

  /** Parses a body; INVALID_PARAMETER before any rule is run. */
  DryRunOrder read(ObjectNode body) {
    var unexpected =
        body.properties().stream()
            .map(Map.Entry::getKey)
            .filter(name -> !MEMBERS.contains(name))
            .map("'%s'"::formatted)
            .collect(Collectors.joining(", "));
    if (!unexpected.isEmpty()) {
      throw RuleFieldTypes.schema(
          "Additional properties are not allowed (%s was unexpected)".formatted(unexpected));
    }
    return new DryRunOrder(rules(body), list(body, "nodes").map(this::nodes));
  }

  private List<CompiledRule> rules(ObjectNode body) {
    var given = list(body, "rules");
    var named = list(body, "uuids");
    if (given.isEmpty() && named.isEmpty()) {
      live.refresh();
      return live.all();
    }
    var tried = given.map(this::given).orElse(List.of());
    var known = rules.requireNamed(texts("uuids", named.orElse(List.of())));
    var all =
        Stream.of(
                known.stream().filter(rule -> !rule.builtIn()), // a new rule would come after them
                tried.stream(),
                known.stream().filter(Rule::builtIn))
            .flatMap(some -> some)
            .toList();
    requireDifferent(all);
    return all.stream().map(rule -> CompiledRule.stored(rule, registry)).toList();
  }

  private List<Rule> given(List<JsonNode> documents) {
    var given = new ArrayList<Rule>();
    for (var document : documents) {
      var place = "rules[%d]".formatted(given.size());
      try {
        given.add(given(document, place));
      } catch (AssayException e) {
        throw new AssayException(e.code(), "%s: %s".formatted(place, e.sentence()), e);
      }
    }
    return given;
  }

  /** A rule without a UUID is named by its place in the list. */
  private Rule given(JsonNode document, String place) {
    if (!(document instanceof ObjectNode body)) {
      throw RuleFieldTypes.schema("%s is not of type 'object'".formatted(place));
    }
    var accepted = RuleDocument.accepted(body, request.version());
    return RuleDocument.read(accepted, accepted.path("uuid").asText(place), registry);
  }

  private static void requireDifferent(List<Rule> all) {
    var names = new HashSet<String>();
    for (var rule : all) {
      if (!names.add(rule.uuid())) {
        throw new AssayException(
            ErrorCode.INVALID_PARAMETER,
            "Rule %s is given twice: each rule is run once.".formatted(rule.uuid()));
      }
    }
  }

  private List<Long> nodes(List<JsonNode> given) {
    if (given.size() > MAX_NODES) {
      throw new AssayException(
          ErrorCode.INVALID_PARAMETER,
          "nodes has %d elements, at most %d are possible: leave it out for all nodes that have an inventory."
              .formatted(given.size(), MAX_NODES));
    }
    var names = texts("nodes", given);
    return QuarkusTransaction.requiringNew()
        .call(() -> names.stream().map(name -> nodes.requireNamed(name).id()).distinct().toList());
  }

  private static List<String> texts(String member, List<JsonNode> given) {
    return given.stream()
        .map(
            element -> {
              if (!element.isTextual()) {
                throw RuleFieldTypes.schema(
                    "%s: %s is not of type 'string'"
                        .formatted(member, RuleFieldTypes.shown(element)));
              }
              return element.textValue();
            })
        .toList();
  }

  /** Empty when the member is absent or null. */
  private static Optional<List<JsonNode>> list(ObjectNode body, String member) {
    var value = body.path(member);
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    if (!value.isArray()) {
      throw RuleFieldTypes.schema(
          "%s %s is not of type 'array'".formatted(member, RuleFieldTypes.shown(value)));
    }
    return Optional.of(value.valueStream().toList());
  }
}
