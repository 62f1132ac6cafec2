package dev.assay.api.lookup;

import static java.util.stream.Collectors.joining;

import dev.assay.api.lookup.LookupResult.Found;
import dev.assay.api.lookup.LookupResult.Refused;
import dev.assay.api.lookup.LookupResult.TooEarly;
import dev.assay.api.lookup.LookupResult.Unknown;
import dev.assay.id.MacAddress;
import dev.assay.id.NodeId;
import dev.assay.node.ProvisionState;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import org.hibernate.Session;

/** Finds the node that a ramdisk runs on. Source: spec conductor.md 4.2, ramdisk.md 7.1. */
@ApplicationScoped
public class NodeLookup {
  /** The key by which a candidate was found. */
  enum By {
    UUID,
    MAC,
    BMC
  }

  /** A node that a key matches, with its state; a node that two keys match appears twice. */
  record Candidate(By by, NodeId node, ProvisionState state, boolean starting) {}

  private final Session database;

  NodeLookup(Session database) {
    this.database = database;
  }

  /**
   * Finds the waiting node that the data of a ramdisk belong to. The rows of all matching nodes are
   * locked until the caller's transaction ends.
   */
  public LookupResult lockWaiting(LookupKeys keys) {
    return decide(keys, candidates(keys));
  }

  /**
   * Decides by the precedence of the keys. An unknown UUID is refused, whatever the others match;
   * MAC addresses must not contradict the UUID; BMC addresses must contradict neither, and decide
   * when neither matches a node.
   */
  static LookupResult decide(LookupKeys keys, List<Candidate> candidates) {
    var byUuid = of(candidates, By.UUID);
    var byMac = of(candidates, By.MAC);
    var byBmc = of(candidates, By.BMC).stream().filter(NodeLookup::waits).toList();
    if (keys.uuid().isPresent() && byUuid.isEmpty()) {
      return new Refused("no node has the UUID");
    }
    if (byMac.size() > 1) {
      return new Refused("the MACs are ports of several nodes: " + names(byMac));
    }
    if (!byUuid.isEmpty() && !byMac.isEmpty() && !same(byUuid, byMac)) {
      return new Refused(
          "the MACs are ports of node %s, not of the UUID's: correct the ports of the two nodes"
              .formatted(names(byMac)));
    }
    var known = byUuid.isEmpty() ? byMac : byUuid;
    if (!known.isEmpty() && known.getFirst().starting()) {
      return new TooEarly(known.getFirst().node());
    }
    if (!known.isEmpty() && !waits(known.getFirst())) {
      return new Refused(
          "node %s is in state \"%s\", not in \"inspect wait\""
              .formatted(names(known), known.getFirst().state().wire()));
    }
    if (!known.isEmpty()
        && !byBmc.isEmpty()
        && byBmc.stream().noneMatch(c -> same(List.of(c), known))) {
      return new Refused(
          "UUID or MACs say node %s, the BMC address says %s"
              .formatted(names(known), names(byBmc)));
    }
    if (!known.isEmpty()) {
      return new Found(known.getFirst().node());
    }
    if (byBmc.size() > 1) {
      return new Refused(
          "several nodes have this BMC address, create ports to tell them apart: " + names(byBmc));
    }
    return byBmc.isEmpty() ? new Unknown("nothing matches") : new Found(byBmc.getFirst().node());
  }

  /** The nodes that have a port with one of {@code macs}. */
  List<NodeId> withPorts(Collection<MacAddress> macs) {
    return database
        .createNativeQuery(
            """
            select distinct n.uuid from port p join node n on n.id = p.node_id
            where p.address = any(?1)
            """,
            Object[].class)
        .setParameter(1, texts(macs))
        .getResultList()
        .stream()
        .map(row -> new NodeId((UUID) row[0]))
        .toList();
  }

  /** All nodes that one of the keys matches, locked: one query, by indexes only. */
  private List<Candidate> candidates(LookupKeys keys) {
    return database
        .createNativeQuery(
            """
            select found.by, n.uuid, n.provision_state,
                   n.provision_state = 'inspecting' and exists (
                     select 1 from inspection i where i.node_id = n.id and i.stage = 'starting')
            from (select 'UUID' as by, id from node where uuid = any(cast(?1 as uuid[]))
                  union
                  select 'MAC', node_id from port where address = any(?2)
                  union
                  select 'BMC', node_id from lookup_address where address = any(?3)) found
            join node n on n.id = found.id
            order by n.id for no key update of n
            """,
            Object[].class)
        .setParameter(1, keys.uuid().stream().map(NodeId::toString).toArray(String[]::new))
        .setParameter(2, texts(keys.macs()))
        .setParameter(3, keys.bmcAddresses().toArray(String[]::new))
        .getResultStream()
        .map(
            row ->
                new Candidate(
                    By.valueOf((String) row[0]),
                    new NodeId((UUID) row[1]),
                    ProvisionState.ofWire((String) row[2]).orElseThrow(),
                    (Boolean) row[3]))
        .toList();
  }

  private static String[] texts(Collection<MacAddress> macs) {
    return macs.stream().map(MacAddress::text).toArray(String[]::new);
  }

  private static List<Candidate> of(Collection<Candidate> candidates, By by) {
    return candidates.stream().filter(candidate -> candidate.by() == by).toList();
  }

  private static boolean waits(Candidate candidate) {
    return candidate.state() == ProvisionState.INSPECT_WAIT;
  }

  private static boolean same(List<Candidate> one, List<Candidate> other) {
    return one.getFirst().node().equals(other.getFirst().node());
  }

  private static String names(List<Candidate> candidates) {
    return candidates.stream().map(candidate -> candidate.node().toString()).collect(joining(", "));
  }
}
