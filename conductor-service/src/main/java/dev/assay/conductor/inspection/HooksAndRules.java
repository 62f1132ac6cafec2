package dev.assay.conductor.inspection;

import static java.util.stream.Collectors.toSet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.change.ChangeSet;
import dev.assay.conductor.pipeline.Pipeline;
import dev.assay.conductor.pipeline.PipelineOutcome;
import dev.assay.conductor.pipeline.Pipelines;
import dev.assay.conductor.pipeline.RulesRun;
import dev.assay.document.StoredText;
import dev.assay.hook.HookInput;
import dev.assay.id.MacAddress;
import dev.assay.inspection.ClassicConfig;
import dev.assay.inspection.Inventories;
import dev.assay.inventory.Inventory;
import dev.assay.node.Node;
import dev.assay.objectstore.PermanentStoreFailure;
import dev.assay.port.Port;
import dev.assay.port.PortDocument;
import dev.assay.port.Ports;
import dev.assay.port.Ports.Owner;
import dev.assay.portgroup.PortGroup;
import dev.assay.portgroup.PortGroups;
import dev.assay.rule.Phase;
import dev.assay.rule.classic.ClassicRule;
import dev.assay.rule.engine.CompiledRule;
import dev.assay.rule.engine.RuleRegistry;
import dev.assay.rule.node.RuleDocuments;
import dev.assay.rule.store.RuleCache;
import dev.assay.rule.store.StoredClassicRules;
import dev.assay.storedjson.StoredJson;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Prepares and runs hooks and rules on the data of one inspection, wherever they come from. Writes
 * nothing: the caller commits the changes. Source: spec conductor.md 6.4, rules.md 3.
 */
@ApplicationScoped
class HooksAndRules {
  private static final Logger LOG = Logger.getLogger(HooksAndRules.class);
  private static final List<CompiledRule> NO_RULES = List.of();

  private final Inventories inventories;
  private final Ports ports;
  private final PortGroups groups;
  private final Pipelines pipelines;
  private final RuleCache rules;
  private final RuleRegistry registry;
  private final StoredClassicRules classicRules;
  private final ClassicConfig compat;

  HooksAndRules(
      Inventories inventories,
      Ports ports,
      PortGroups groups,
      Pipelines pipelines,
      RuleCache rules,
      RuleRegistry registry,
      StoredClassicRules classicRules,
      ClassicConfig compat) {
    this.inventories = inventories;
    this.ports = ports;
    this.groups = groups;
    this.pipelines = pipelines;
    this.rules = rules;
    this.registry = registry;
    this.classicRules = classicRules;
    this.compat = compat;
  }

  /** What was read under the node's lock, in its stored form. */
  record Stored(
      Node node, Optional<StoredText> previous, List<Port> ports, Pipeline pipeline, Rules rules) {}

  /** The rules that are due, and the port groups of the node, which only rules can read. */
  private record Rules(
      List<CompiledRule> due, List<ClassicRule> classic, List<PortGroup> portGroups) {
    static final Rules NONE = new Rules(List.of(), List.of(), List.of());

    boolean isEmpty() {
      return due.isEmpty() && classic.isEmpty();
    }
  }

  /** The data of one inspection; never changed. */
  record Data(JsonNode sent, ObjectNode pluginData) {
    Inventory inventory() {
      return new Inventory(sent);
    }
  }

  /** All that hooks and rules need. */
  record Job(
      Node node,
      Data data,
      @Nullable Inventory previous,
      List<Port> ports,
      List<Owner> owners,
      Pipeline pipeline,
      RulesRun rules) {
    PipelineOutcome run(ChangeSet changes) {
      var input = new HookInput(node.uuid(), data.inventory(), previous, addressesOfOtherNodes());
      return pipeline.run(input, changes, rules);
    }

    ChangeSet changeSet() {
      return rules.isEmpty() ? forHooks() : RuleDocuments.changeSet(node, ports, data.pluginData());
    }

    /** With only what hooks can read and change, which is less work than whole documents. */
    private ChangeSet forHooks() {
      return new ChangeSet(
          StoredJson.object().set("properties", node.attributes().properties().deepCopy()),
          ports.stream()
              .map(port -> PortDocument.of(port.attributes(), node.uuid().uuid()).deepCopy())
              .toList(),
          data.pluginData().deepCopy());
    }

    private Set<MacAddress> addressesOfOtherNodes() {
      return owners.stream()
          .filter(owner -> owner.nodeId() != node.id())
          .map(owner -> MacAddress.of(owner.address()))
          .collect(toSet());
    }
  }

  /** Reads what is stored and the current rules, in the caller's transaction; parses no data. */
  Stored stored(Node node, String inspectInterface, boolean classic) {
    var pipeline = pipelines.of(inspectInterface);
    return new Stored(
        node,
        pipeline.comparesWithPrevious()
            ? inventories.find(node.id()).map(Inventories.Stored::inventory)
            : Optional.empty(),
        ports.of(node),
        pipeline,
        rules(node, registry.appliesTo(inspectInterface), classic));
  }

  private Rules rules(Node node, boolean ruled, boolean classic) {
    var due = ruled && (!classic || compat.applyNewRules()) ? due() : NO_RULES;
    var ofClassic = classic ? classicRules.rules() : List.<ClassicRule>of();
    return due.isEmpty() && ofClassic.isEmpty()
        ? Rules.NONE
        : new Rules(due, ofClassic, groups.of(node));
  }

  /** Reads who owns the reported addresses. */
  Job job(Stored stored, Data data) {
    return new Job(
        stored.node(),
        data,
        stored.previous().flatMap(it -> inventory(stored.node(), it)).orElse(null),
        stored.ports(),
        owners(stored.ports(), data.inventory().macs()),
        stored.pipeline(),
        run(stored, data));
  }

  /** Leaves out the addresses of the node's own ports, which no other node can have. */
  private List<Owner> owners(List<Port> known, Collection<MacAddress> reported) {
    var unknown = new HashSet<>(reported);
    known.forEach(port -> unknown.remove(port.address()));
    return ports.owners(unknown);
  }

  private RulesRun run(Stored stored, Data data) {
    var rules = stored.rules();
    if (rules.isEmpty()) {
      return RulesRun.none();
    }
    var portGroups = RuleDocuments.of(stored.node(), rules.portGroups());
    return new RulesRun(rules.due(), portGroups, data.sent())
        .withClassic(rules.classic(), registry.masksSecrets());
  }

  private List<CompiledRule> due() {
    rules.catchUp();
    return rules.all().stream().filter(it -> it.rule().phase() != Phase.EARLY).toList();
  }

  /** Reads the previous inventory. A damaged one counts as absent: this inspection replaces it. */
  private static Optional<Inventory> inventory(Node node, StoredText stored) {
    try {
      var text = new String(stored.read().json(), StandardCharsets.UTF_8);
      return Optional.of(new Inventory(StoredJson.read(text, JsonNode.class)));
    } catch (UncheckedIOException | IllegalArgumentException | PermanentStoreFailure e) {
      LOG.errorf(
          "The latest inventory of node %s (node_id %d in table document) cannot be read and counts"
              + " as absent: %s",
          node.uuid(), node.id(), e.getMessage());
      return Optional.empty();
    }
  }
}
