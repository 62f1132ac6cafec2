package dev.assay.api.rule.dryrun;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.inspection.TraceView;
import dev.assay.api.rule.dryrun.InventoriedNodes.InventoriedNode;
import dev.assay.change.ChangeSet;
import dev.assay.error.ErrorCode;
import dev.assay.error.InspectionFailure;
import dev.assay.inspection.Inventories.Texts;
import dev.assay.inspection.Trace;
import dev.assay.inspection.Trace.RuleRun;
import dev.assay.rule.Phase;
import dev.assay.rule.data.ChangeLog;
import dev.assay.rule.definition.Rule;
import dev.assay.rule.engine.CompiledRule;
import dev.assay.rule.engine.RuleEngine;
import dev.assay.rule.engine.RuleOutcome;
import dev.assay.rule.engine.RuleOutcome.Failed;
import dev.assay.rule.engine.RuleRegistry;
import dev.assay.rule.engine.RuledData;
import dev.assay.rule.node.RuleDocuments;
import dev.assay.rule.node.RuledNode;
import dev.assay.storedjson.CompressedJson;
import dev.assay.storedjson.StoredJson;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The rules of all phases over one node as it is stored; hooks are not run again. Used once, by one
 * thread; another may ask for {@link #late}.
 */
final class NodeDryRun {
  private final List<CompiledRule> rules;
  private final RuleRegistry registry;
  private final InventoriedNode given;
  private final Texts stored;
  private final CommitCheck commits;
  private volatile String current = "Reading what is stored";

  /** {@code stored} is what the last inspection of the node left. */
  NodeDryRun(
      List<CompiledRule> rules,
      RuleRegistry registry,
      InventoriedNode given,
      Texts stored,
      CommitCheck commits) {
    this.rules = rules;
    this.registry = registry;
    this.given = given;
    this.stored = stored;
    this.commits = commits;
  }

  /** What comes of it. */
  NodeLine run() {
    try {
      return new Run(stored).line();
    } catch (InspectionFailure e) {
      return NodeLine.unreadable(given.node(), e);
    }
  }

  /** What is told when it is still not through after {@code limit}. */
  NodeLine late(Duration limit) {
    return NodeLine.late(
        given.node(),
        "%s timed out: the rules of one node have %d ms in a dry run. The dry run was stopped."
            .formatted(current, limit.toMillis()));
  }

  /** The documents that the rules change, and what they did. */
  private final class Run implements RuleEngine.Watch {
    private final JsonNode inventory;
    private final ChangeSet data;
    private final List<ObjectNode> groups = RuleDocuments.of(given.node(), given.groups());
    private final ChangeLog changeLog = new ChangeLog();
    private final FieldChanges changes;
    private final List<RuleRun> trace = new ArrayList<>();
    private final OrderedCalls calls = new OrderedCalls();

    Run(Texts stored) {
      inventory = read(stored.inventory(), JsonNode.class);
      var pluginData = read(stored.pluginData(), ObjectNode.class);
      data = RuleDocuments.changeSet(given.node(), given.ports(), pluginData);
      changes = new FieldChanges(data, inventory);
    }

    NodeLine line() {
      var applies = registry.appliesTo(data.node().path("inspect_interface").asText());
      var failure =
          phase(Phase.EARLY, () -> RuledData.early(inventory, data.pluginData()))
              .or(() -> applies ? onNode(Phase.PREPROCESS) : Optional.empty())
              .or(() -> applies ? onNode(Phase.MAIN) : Optional.empty())
              .or(this::problem);
      current = "Comparing what changed";
      changes.finish();
      var kept = failure.isEmpty();
      return new NodeLine(
          given.node(),
          true,
          applies,
          matched(),
          safeList(TraceView.of(Trace.EMPTY.with(trace)).path("rules")),
          failure.map(it -> new NodeLine.Failure(it.code(), changes.safe(it.sentence()))),
          kept ? changes.shown() : FieldChanges.none(),
          kept ? safeList(calls.shown()) : StoredJson.MAPPER.createArrayNode(),
          false);
    }

    /** With too many secrets all of the list is masked, by one text. */
    private ArrayNode safeList(JsonNode list) {
      var safe = changes.safe(list);
      return safe instanceof ArrayNode shown
          ? shown
          : StoredJson.MAPPER.createArrayNode().add(safe);
    }

    private List<String> matched() {
      return trace.stream()
          .filter(run -> Boolean.TRUE.equals(run.matched()))
          .map(RuleRun::rule)
          .toList();
    }

    private Optional<Failed> onNode(Phase phase) {
      return phase(phase, () -> RuledData.of(data, groups, inventory, changeLog));
    }

    private Optional<Failed> phase(Phase phase, Supplier<RuledData> made) {
      if (rules.stream().noneMatch(rule -> rule.rule().phase() == phase)) {
        return Optional.empty();
      }
      var scope = made.get().silent();
      calls.in(scope);
      return switch (RuleEngine.run(phase, rules, scope, this)) {
        case RuleOutcome.Done _ -> Optional.empty();
        case Failed failed -> Optional.of(failed);
      };
    }

    @Override
    public void begin(Rule rule) {
      current = "Rule " + rule.uuid();
      changes.begin(rule.sensitive());
      calls.begin(rule);
    }

    @Override
    public void end(RuleRun run) {
      trace.add(run);
      changes.end();
      calls.end();
    }

    /** What a conductor would refuse to commit. */
    private Optional<Failed> problem() {
      try {
        if (!data.nodeChanges().isEmpty()) {
          commits.check(given.node(), data);
        }
        data.updatedPorts().values().forEach(port -> RuledNode.requireGroup(given::groups, port));
        commits.checkPortNames(data);
        return Optional.empty();
      } catch (InspectionFailure e) {
        return Optional.of(new Failed(e.code(), e.sentence(), List.of()));
      }
    }
  }

  private static <T> T read(CompressedJson stored, Class<T> type) {
    try {
      return StoredJson.read(new String(stored.json(), StandardCharsets.UTF_8), type);
    } catch (IllegalArgumentException | UncheckedIOException e) {
      throw new InspectionFailure(
          ErrorCode.PAYLOAD_UNREADABLE,
          "the stored inventory cannot be read: " + e.getMessage(),
          e);
    }
  }
}
