package dev.assay.api.callback;

import dev.assay.api.log.LimitedLog;
import dev.assay.api.lookup.LookupKeys;
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

  private final Optional<DiscoveryPlan> plan;
  private final NodeCreation creation;
  private final DiscoveredAddresses discovered;
  private final DiscoveryBound bound;

  Discovery(
      AutoDiscoveryConfig config,
      NodeCreation creation,
      DiscoveredAddresses discovered,
      DiscoveryBound bound) {
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
          var addresses = addresses(keys);
          if (addresses.size() > MOST_ADDRESSES) {
            throw PayloadIntake.refused(
                keys, "no machine has %d addresses: not enrolled".formatted(addresses.size()));
          }
          bound.requireRoom(plan.maxWaiting());
          var node = create(plan);
          if (!discovered.claim(node, addresses)) {
            throw PayloadIntake.refused(
                keys,
                "the machine was discovered before, as node %s: inspect that node, or delete it to"
                        .formatted(String.join(", ", discovered.others(node, addresses)))
                    + " have the machine discovered again");
          }
          LOG.infof("An unknown machine is enrolled as node %s (%s).", node.uuid(), keys);
          return node;
        });
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

  /** The reason for a failure is only logged, because the client is unauthenticated. */
  private Node create(DiscoveryPlan plan) {
    try {
      return creation.discover(plan);
    } catch (AssayException e) {
      FAILURES.warn("An unknown machine cannot be enrolled: " + e.sentence());
      throw new AssayException(
          ErrorCode.INTERNAL,
          "The request could not be processed; the reason is logged with the request id.",
          e);
    }
  }
}
