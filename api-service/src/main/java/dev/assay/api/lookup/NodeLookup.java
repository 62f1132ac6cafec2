package dev.assay.api.lookup;

import static java.util.stream.Collectors.joining;

import dev.assay.api.attempt.LookupKeys;
import dev.assay.api.attempt.Outcome;
import dev.assay.api.attempt.Verdict;
import dev.assay.api.lookup.LookupResult.Found;
import dev.assay.api.lookup.LookupResult.Refused;
import dev.assay.api.lookup.LookupResult.TooEarly;
import dev.assay.api.lookup.LookupResult.Unknown;
import dev.assay.id.MacAddress;
import dev.assay.id.NodeId;
import dev.assay.node.ProvisionState;
import io.agroal.api.AgroalDataSource;
import jakarta.enterprise.context.ApplicationScoped;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.UUID;
import org.hibernate.JDBCException;

/** Finds the node that a ramdisk runs on. Source: spec conductor.md 4.2, ramdisk.md 7.1. */
@ApplicationScoped
public class NodeLookup {
  /** The kind of key by which a node was found. */
  enum By {
    UUID(5),
    MAC(6),
    BMC(7);

    /** The column of the queries that contains the keys of this kind that match; null if none. */
    private final int matched;

    By(int matched) {
      this.matched = matched;
    }
  }

  /**
   * A node that a kind of key matches, with its state; a node that two kinds match appears twice.
   *
   * @param starting whether its inspection is being started
   * @param waits whether its inspection waits for data
   * @param matched which of the keys of this kind
   */
  record Match(
      By by,
      NodeId node,
      ProvisionState state,
      boolean starting,
      boolean waits,
      List<String> matched) {
    Match {
      matched = List.copyOf(matched);
    }
  }

  static final String WITH_PORTS =
      """
      select n.uuid, n.provision_state, false, false, null,
             (select string_agg(p.address, ' ') from port p
              where p.node_id = n.id and p.address = any(?)), null
      from node n where n.id = any(array(select node_id from port where address = any(?)))
      order by n.id
      """;

  /**
   * Subqueries and no joins: a join may be planned to read all nodes or all active inspections,
   * when the tables were small, or few inspections active, at the time of the statistics.
   */
  static final String MATCHES =
      """
      select n.uuid, n.provision_state,
             coalesce((select i.stage = 'starting'
                         and (i.classic or n.provision_state = 'inspecting')
                       from inspection i
                       where i.node_id = n.id and i.stage not in ('finished', 'error')), false),
             n.provision_state = 'inspect wait'
               or coalesce((select i.stage = 'waiting' and i.classic from inspection i
                            where i.node_id = n.id and i.stage not in ('finished', 'error')),
                           false),
             (select cast(n.uuid as text) where n.uuid = any(cast(? as uuid[]))),
             (select string_agg(p.address, ' ') from port p
              where p.node_id = n.id and p.address = any(?)),
             (select string_agg(l.address, ' ') from lookup_address l
              where l.node_id = n.id and l.address = any(?))
      from node n
      where n.id = any(array(select id from node where uuid = any(cast(? as uuid[]))
                             union all select node_id from port where address = any(?)
                             union all select node_id from lookup_address where address = any(?)))
      order by n.id for no key update of n
      """;

  private final AgroalDataSource pool;

  NodeLookup(AgroalDataSource pool) {
    this.pool = pool;
  }

  /**
   * Finds the waiting node that the data of a ramdisk belong to. The rows of all matching nodes are
   * locked until the caller's transaction ends.
   */
  public LookupResult lockWaiting(LookupKeys keys) {
    return decide(keys, matches(keys));
  }

  /**
   * Decides by the precedence of the keys. An unknown UUID is refused, whatever the others match;
   * MAC addresses must not contradict the UUID; BMC addresses must contradict neither, and decide
   * when neither matches a node: between the nodes that wait, or that start when none waits.
   */
  static LookupResult decide(LookupKeys keys, List<Match> matches) {
    var byUuid = of(matches, By.UUID);
    var byMac = of(matches, By.MAC);
    var byBmc = of(matches, By.BMC);
    var waiting = byBmc.stream().filter(Match::waits).toList();
    if (keys.uuid().isPresent() && byUuid.isEmpty()) {
      return refused(Outcome.UNKNOWN_UUID, "no node has the UUID", matches);
    }
    if (byMac.size() > 1) {
      return refused(
          Outcome.MACS_OF_SEVERAL_NODES,
          "the MACs are ports of several nodes: " + names(byMac),
          matches);
    }
    if (!byUuid.isEmpty() && !byMac.isEmpty() && !same(byUuid, byMac)) {
      return refused(
          Outcome.UUID_AND_MACS_DISAGREE,
          "the MACs are ports of node %s, not of the UUID's: correct the ports of the two nodes"
              .formatted(names(byMac)),
          matches);
    }
    var known = byUuid.isEmpty() ? byMac : byUuid;
    if (known.isEmpty()) {
      var starting = byBmc.stream().filter(Match::starting).toList();
      return byBmcAlone(waiting.isEmpty() ? starting : waiting, matches);
    }
    if (known.getFirst().starting()) {
      return new TooEarly(known.getFirst().node(), Candidates.of(matches));
    }
    if (!known.getFirst().waits()) {
      return refused(
          Outcome.WRONG_STATE,
          "node %s is in state \"%s\", not in \"inspect wait\""
              .formatted(names(known), known.getFirst().state().wire()),
          matches);
    }
    if (!waiting.isEmpty() && waiting.stream().noneMatch(c -> same(List.of(c), known))) {
      return refused(
          Outcome.BMC_DISAGREES,
          "UUID or MACs say node %s, the BMC address says %s"
              .formatted(names(known), names(waiting)),
          matches);
    }
    return new Found(known.getFirst().node(), Candidates.of(matches));
  }

  /**
   * As {@link #lockWaiting}, by the rule of the classic API: of the nodes whose inspection starts
   * or waits, the one that most MAC and BMC addresses match. Source: spec inspector-compat.md 4.1.
   */
  public LookupResult lockMostMatching(LookupKeys keys) {
    return decideByCount(matches(keys));
  }

  /** Decides by the number of keys that match; two nodes with the same number are refused. */
  static LookupResult decideByCount(List<Match> matches) {
    var counts = new LinkedHashMap<NodeId, Integer>();
    matches.stream()
        .filter(match -> match.starting() || match.waits())
        .forEach(match -> counts.merge(match.node(), match.matched().size(), Integer::sum));
    if (counts.isEmpty()) {
      return matches.isEmpty()
          ? new Unknown(new Verdict(Outcome.NOTHING_MATCHES, "nothing matches", List.of()))
          : refused(Outcome.WRONG_STATE, "none of the nodes waits: " + names(matches), matches);
    }
    var most = Collections.max(counts.values());
    var best = matches.stream().filter(match -> most.equals(counts.get(match.node()))).toList();
    var chosen = best.getFirst();
    if (best.stream().anyMatch(match -> !match.node().equals(chosen.node()))) {
      return refused(
          Outcome.EQUALLY_MANY_ADDRESSES,
          "%d addresses match each of several nodes: %s".formatted(most, names(best)),
          matches);
    }
    return awaited(chosen, matches);
  }

  private static LookupResult byBmcAlone(List<Match> byBmc, List<Match> matches) {
    if (byBmc.size() > 1) {
      return refused(
          Outcome.BMC_OF_SEVERAL_NODES,
          "several nodes have this BMC address, create ports to tell them apart: " + names(byBmc),
          matches);
    }
    if (byBmc.isEmpty()) {
      return new Unknown(
          new Verdict(Outcome.NOTHING_MATCHES, "nothing matches", Candidates.of(matches)));
    }
    return awaited(byBmc.getFirst(), matches);
  }

  private static LookupResult awaited(Match chosen, List<Match> matches) {
    return chosen.starting()
        ? new TooEarly(chosen.node(), Candidates.of(matches))
        : new Found(chosen.node(), Candidates.of(matches));
  }

  private static Refused refused(Outcome outcome, String sentence, List<Match> matches) {
    return new Refused(new Verdict(outcome, sentence, Candidates.of(matches)));
  }

  /** The nodes that have a port with one of {@code macs}. */
  List<Match> withPorts(Collection<MacAddress> macs) {
    var addresses = texts(macs);
    return found(WITH_PORTS, addresses, addresses);
  }

  /** All nodes that one of the keys matches, locked: one query, by indexes only. */
  private List<Match> matches(LookupKeys keys) {
    var uuids = keys.uuid().stream().map(NodeId::toString).toArray(String[]::new);
    var macs = texts(keys.macs());
    var bmcs = keys.bmcAddresses().toArray(String[]::new);
    return found(MATCHES, uuids, macs, bmcs, uuids, macs, bmcs);
  }

  private List<Match> found(String sql, String[]... keys) {
    try (var connection = pool.getConnection();
        var query = connection.prepareStatement(sql)) {
      for (int i = 0; i < keys.length; i++) {
        query.setObject(i + 1, keys[i]);
      }
      try (var rows = query.executeQuery()) {
        var found = new ArrayList<Match>();
        while (rows.next()) {
          addMatches(rows, found);
        }
        return found;
      }
    } catch (SQLException e) {
      throw new JDBCException("nodes cannot be looked up", e);
    }
  }

  /** Adds a match for each kind of key that matches the node of the row. */
  private static void addMatches(ResultSet row, List<Match> found) throws SQLException {
    for (var by : By.values()) {
      var matched = row.getString(by.matched);
      if (matched != null) {
        found.add(
            new Match(
                by,
                new NodeId(row.getObject(1, UUID.class)),
                ProvisionState.ofWire(row.getString(2)).orElseThrow(),
                row.getBoolean(3),
                row.getBoolean(4),
                List.of(matched.split(" ", -1))));
      }
    }
  }

  private static String[] texts(Collection<MacAddress> macs) {
    return macs.stream().map(MacAddress::text).toArray(String[]::new);
  }

  private static List<Match> of(Collection<Match> matches, By by) {
    return matches.stream().filter(match -> match.by() == by).toList();
  }

  private static boolean same(List<Match> one, List<Match> other) {
    return one.getFirst().node().equals(other.getFirst().node());
  }

  private static String names(List<Match> matches) {
    return matches.stream().map(match -> match.node().toString()).distinct().collect(joining(", "));
  }
}
