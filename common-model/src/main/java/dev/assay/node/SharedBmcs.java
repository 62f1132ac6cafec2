package dev.assay.node;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.hibernate.Session;

/** Finds nodes whose driver_info names the same machine: it was enrolled twice. */
@ApplicationScoped
public class SharedBmcs {
  private static final int MOST = 20;

  /** A BMC of a chassis serves some dozens of nodes. */
  private static final int MOST_OF_ONE_BMC = 200;

  private static final int MOST_BMCS = 1000;

  private final Session database;

  SharedBmcs(Session database) {
    this.database = database;
  }

  /** Two nodes that have the same machine of BMC {@code host}, by name or UUID. */
  public record Pair(String host, String one, String other) {}

  /** The names or UUIDs of the nodes that have the same machine as {@code node}, 20 at most. */
  public List<String> with(Node node) {
    return BmcIdentity.of(node.attributes().driverInfo()).stream()
        .flatMap(
            bmc ->
                nodes(bmc.host()).stream()
                    .filter(other -> other.id() != node.id())
                    .filter(other -> has(other, bmc)))
        .map(SharedBmcs::name)
        .limit(MOST)
        .toList();
  }

  /** The pairs among all nodes, 20 at most, by the BMC. */
  public List<Pair> pairs() {
    return database
        .createQuery(
            "select bmcHost from Node where bmcHost is not null"
                + " group by bmcHost having count(*) > 1 order by bmcHost",
            String.class)
        .setMaxResults(MOST_BMCS)
        .getResultList()
        .stream()
        .flatMap(this::pairs)
        .limit(MOST)
        .toList();
  }

  private Stream<Pair> pairs(String host) {
    var nodes = nodes(host);
    var pairs = new ArrayList<Pair>();
    for (var i = 0; i < nodes.size(); i++) {
      var one = nodes.get(i);
      var bmc = BmcIdentity.of(one.attributes().driverInfo());
      nodes.subList(i + 1, nodes.size()).stream()
          .filter(other -> bmc.isPresent() && has(other, bmc.get()))
          .forEach(other -> pairs.add(new Pair(host, name(one), name(other))));
    }
    return pairs.stream();
  }

  private List<Node> nodes(String host) {
    return database
        .createQuery("from Node where bmcHost = ?1 order by id", Node.class)
        .setParameter(1, host)
        .setMaxResults(MOST_OF_ONE_BMC)
        .setReadOnly(true)
        .getResultList();
  }

  private static boolean has(Node node, BmcIdentity bmc) {
    return BmcIdentity.of(node.attributes().driverInfo()).filter(bmc::sameAs).isPresent();
  }

  private static String name(Node node) {
    var name = node.attributes().name();
    return name == null ? node.uuid().toString() : name;
  }
}
