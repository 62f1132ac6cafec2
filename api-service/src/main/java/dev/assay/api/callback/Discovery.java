package dev.assay.api.callback;

import dev.assay.api.attempt.AttemptRefused;
import dev.assay.api.attempt.LookupKeys;
import dev.assay.api.attempt.Outcome;
import dev.assay.api.attempt.Verdict;
import dev.assay.api.log.LimitedLog;
import dev.assay.api.node.NodeCreation;
import dev.assay.discovery.AutoDiscoveryConfig;
import dev.assay.discovery.DiscoveredAddresses;
import dev.assay.discovery.DiscoveryPlan;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.MacAddress;
import dev.assay.node.Node;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Creates nodes for unknown machines (auto-discovery). Off by default. Simultaneous callbacks of
 * one machine create only one node. Source: spec conductor.md 4.3.
 */
@Startup
@ApplicationScoped
class Discovery {
  private static final Logger LOG = Logger.getLogger(Discovery.class);
  private static final LimitedLog FAILURES = new LimitedLog(LOG);

  /** Above the number of addresses that real machines have; each address is stored as a row. */
  private static final int MOST_ADDRESSES = 512;

  private final AutoDiscoveryConfig config;
  private final Optional<DiscoveryPlan> plan;
  private final NodeCreation creation;
  private final DiscoveredAddresses discovered;
  private final DiscoveryBound bound;

  Discovery(
      AutoDiscoveryConfig config,
      NodeCreation creation,
      DiscoveredAddresses discovered,
      DiscoveryBound bound) {
    this.config = config;
    this.plan = DiscoveryPlan.of(config);
    this.creation = creation;
    this.discovered = discovered;
    this.bound = bound;
  }

  /**
   * Creates a node in the caller's transaction; empty when auto-discovery is off. NOT_FOUND when
   * the machine was discovered before and its ports are not created yet, or its MACs are not ports,
   * when it reports too many addresses, and when too many discovered nodes wait in enroll.
   */
  Optional<Node> enrol(LookupKeys keys) {
    return plan.map(
        plan -> {
          requireReal(addresses(keys));
          bound.requireRoom(plan.maxWaiting());
          return enrol(keys, plan);
        });
  }

  /**
   * As above when an operator asks for it: also while auto-discovery is off, and however many nodes
   * wait. INVALID_STATE when no driver is configured for discovered nodes.
   */
  Node enrolOnRequest(LookupKeys keys) {
    requireReal(addresses(keys));
    return enrol(keys, DiscoveryPlan.onRequest(config).orElseThrow(Discovery::noDriver));
  }

  private static AssayException noDriver() {
    return new AssayException(
        ErrorCode.INVALID_STATE,
        "A node for an unknown machine needs a driver: set assay.auto-discovery.driver, or create"
            + " the node and replay the data onto it.");
  }

  private static void requireReal(List<String> addresses) {
    if (addresses.size() > MOST_ADDRESSES) {
      throw refused(
          Outcome.TOO_MANY_ADDRESSES,
          "no machine has %d addresses: not enrolled".formatted(addresses.size()));
    }
  }

  private Node enrol(LookupKeys keys, DiscoveryPlan plan) {
    var addresses = addresses(keys);
    var node = create(plan);
    if (!discovered.claim(node, addresses)) {
      throw refused(
          Outcome.DISCOVERED_BEFORE,
          "the machine was discovered before, as node %s: inspect that node, or delete it to"
                  .formatted(String.join(", ", discovered.others(node, addresses)))
              + " have the machine discovered again");
    }
    LOG.infof("An unknown machine is enrolled as node %s (%s).", node.uuid(), keys);
    return node;
  }

  private static AttemptRefused refused(Outcome outcome, String sentence) {
    return new AttemptRefused(new Verdict(outcome, sentence));
  }

  /**
   * The MACs, or without any the BMC addresses: a BMC address may pass to another machine, a MAC
   * does not.
   */
  private static List<String> addresses(LookupKeys keys) {
    return keys.macs().isEmpty()
        ? keys.bmcAddresses()
        : keys.macs().stream().map(MacAddress::text).toList();
  }

  /** The client, who is unauthenticated, does not learn the reason for a failure. */
  private Node create(DiscoveryPlan plan) {
    try {
      return creation.discover(plan);
    } catch (AssayException e) {
      FAILURES.warn("An unknown machine cannot be enrolled: " + e.sentence());
      throw new AttemptRefused(
          new AssayException(
              ErrorCode.INTERNAL,
              "The request could not be processed; the reason is logged with the request id.",
              e),
          new Verdict(Outcome.DISCOVERY_FAILED, e.sentence()));
    }
  }
}
