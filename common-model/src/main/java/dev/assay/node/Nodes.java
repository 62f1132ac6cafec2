package dev.assay.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.id.NodeId;
import dev.assay.storedjson.StoredJson;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.persistence.LockModeType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.hibernate.Session;
import org.hibernate.SharedSessionContract;
import org.hibernate.StatelessSession;
import org.hibernate.query.SelectionQuery;
import org.jspecify.annotations.Nullable;

/** Reads and writes the nodes in the database. */
@ApplicationScoped
public class Nodes {
  private final Session database;
  private final StatelessSession pages;

  /**
   * Selects the rows of a list request and their order. The texts are HQL about {@code n} and come
   * from tables in the code, never from a client; {@code parameters} holds what clients sent.
   *
   * @param conditions HQL conditions, joined by "and"
   * @param parameters the values of the conditions' parameters, by name
   * @param sortedBy an HQL expression; ties, and rows where it is null, are ordered by row number
   * @param descending whether the order is reversed, ties included
   * @param limit the maximum number of rows
   * @param after the row number of the last row of the previous page; null for the first page
   */
  public record Selection(
      List<String> conditions,
      Map<String, Object> parameters,
      String sortedBy,
      boolean descending,
      int limit,
      @Nullable Long after) {
    private static final String BY_NUMBER = "n.id";
    private static final String ROW = "n";
    private static final int FETCH_SIZE = 250;

    public Selection {
      conditions = List.copyOf(conditions);
      parameters = Map.copyOf(parameters);
    }

    /** Returns the same selection, starting after the row with number {@code last}. */
    public Selection after(long last) {
      return new Selection(conditions, parameters, sortedBy, descending, limit, last);
    }

    /** Returns the same selection, with {@code least} rows or more. */
    public Selection atLeast(int least) {
      var more = Math.max(limit, least);
      return new Selection(conditions, parameters, sortedBy, descending, more, after);
    }

    /** Returns the same selection, limited to {@code most} rows. */
    public Selection first(int most) {
      var fewer = Math.min(limit, most);
      return new Selection(conditions, parameters, sortedBy, descending, fewer, after);
    }

    /**
     * Reads the rows of {@code entity} in one query, after a query for the sort value of row {@code
     * after} if that is needed.
     */
    public <T> List<T> rows(SharedSessionContract database, Class<T> entity) {
      return rows(database, entity, ROW, entity);
    }

    /**
     * As above, but reads only the expressions {@code shown}, from which a {@code result} is
     * constructed.
     */
    public <T> List<T> rows(
        SharedSessionContract database, Class<?> entity, String shown, Class<T> result) {
      return query(database, entity, shown, result).getResultList();
    }

    /**
     * As above, but fetches the rows in small batches; needs a transaction, and the stream must be
     * closed.
     */
    <T> Stream<T> stream(SharedSessionContract database, Class<T> entity) {
      return query(database, entity, ROW, entity).setFetchSize(FETCH_SIZE).getResultStream();
    }

    /**
     * Returns the {@link RowStates#digest} of the rows, whose states are the HQL expression {@code
     * state}: the database reads them, and sends nothing else.
     */
    public String state(SharedSessionContract database, Class<?> entity, String state) {
      var rows = statement(database, entity, state + " as state");
      var query =
          database.createQuery(
              "select %s from (%s limit :limit) p".formatted(RowStates.DIGEST, rows.hql()),
              String.class);
      rows.values().forEach(query::setParameter);
      return query.setParameter("limit", limit).getSingleResult();
    }

    private <T> SelectionQuery<T> query(
        SharedSessionContract database, Class<?> entity, String shown, Class<T> result) {
      var rows = statement(database, entity, shown);
      var query = database.createQuery(rows.hql(), result);
      rows.values().forEach(query::setParameter);
      return query.setMaxResults(limit);
    }

    private record Statement(String hql, Map<String, Object> values) {}

    private Statement statement(SharedSessionContract database, Class<?> entity, String shown) {
      var from = " from " + entity.getSimpleName() + " n";
      var where = new ArrayList<>(conditions);
      var values = new HashMap<>(parameters);
      if (after != null) {
        var place = place(database, from, after);
        values.put("after", after);
        if (place != null) {
          values.put("place", place);
        }
        where.add(afterCondition(place != null));
      }
      var direction = descending ? " desc" : " asc";
      var hql =
          "select "
              + shown
              + from
              + (where.isEmpty() ? "" : " where (" + String.join(") and (", where) + ")")
              + " order by "
              + (sortedBy.equals(BY_NUMBER) ? "" : sortedBy + direction + ", ")
              + BY_NUMBER
              + direction;
      return new Statement(hql, values);
    }

    private @Nullable Object place(SharedSessionContract database, String from, long row) {
      return sortedBy.equals(BY_NUMBER)
          ? null
          : database
              .createQuery("select " + sortedBy + from + " where n.id = :row", Object.class)
              .setParameter("row", row)
              .getSingleResultOrNull();
    }

    /**
     * The condition for rows after the previous page. PostgreSQL sorts nulls last, or first when
     * descending.
     */
    private String afterCondition(boolean placed) {
      var tie = "n.id " + (descending ? "<" : ">") + " :after";
      if (sortedBy.equals(BY_NUMBER)) {
        return tie;
      }
      if (!placed) {
        return "%s is null and %s".formatted(sortedBy, tie)
            + (descending ? " or %s is not null".formatted(sortedBy) : "");
      }
      return descending
          ? "%1$s < :place or (%1$s = :place and %2$s)".formatted(sortedBy, tie)
          : "%1$s > :place or %1$s is null or (%1$s = :place and %2$s)".formatted(sortedBy, tie);
    }
  }

  Nodes(Session database, StatelessSession pages) {
    this.database = database;
    this.pages = pages;
  }

  /** Reads a page of nodes, read-only: changes to them are not written. */
  public List<Node> list(Selection selection) {
    return selection.rows(pages, Node.class);
  }

  /**
   * As {@link #list}, but fetches the nodes in small batches, so that only a few are in memory at a
   * time. Needs a transaction, and the stream must be closed.
   */
  public Stream<Node> stream(Selection selection) {
    return selection.stream(pages, Node.class);
  }

  /** As {@link #list}, but reads only the summary that lists show. */
  public List<NodeBrief> listBriefly(Selection selection) {
    return selection.rows(pages, Node.class, NodeBrief.HQL, NodeBrief.class);
  }

  /** The {@link RowStates#digest} of the nodes that {@link #list} would read. */
  public String state(Selection selection) {
    return selection.state(pages, Node.class, Node.STATE);
  }

  /** The {@link RowStates#digest} of the nodes that {@link #listBriefly} would read. */
  public String stateBriefly(Selection selection) {
    return selection.state(pages, Node.class, NodeBrief.STATE);
  }

  /** As {@link #list}, but reads only the row numbers. */
  public List<Long> numbers(Selection selection) {
    return selection.rows(pages, Node.class, Selection.BY_NUMBER, Long.class);
  }

  /** Returns the row number of the node, which orders nodes by creation. */
  public Optional<Long> numberOf(NodeId uuid) {
    return database
        .createQuery("select id from Node where uuid = ?1", Long.class)
        .setParameter(1, uuid.uuid())
        .uniqueResultOptional();
  }

  /** Returns the node whose row has this number, as other tables refer to it. */
  public Optional<Node> findByNumber(long number) {
    return Optional.ofNullable(database.find(Node.class, number));
  }

  /** Returns the node with this name. */
  public Optional<NodeId> idOf(String name) {
    return id("select uuid from Node where attributes.name = ?1", name);
  }

  /** Returns the node that has this instance. */
  public Optional<NodeId> idOfInstance(UUID instance) {
    return id("select uuid from Node where attributes.instanceUuid = ?1", instance);
  }

  private Optional<NodeId> id(String query, Object value) {
    return database
        .createQuery(query, UUID.class)
        .setParameter(1, value)
        .uniqueResultOptional()
        .map(NodeId::new);
  }

  /**
   * Writes pending changes to the database; a constraint violation when name or instance is taken.
   */
  public void write() {
    database.flush();
  }

  public Optional<Node> find(NodeId uuid) {
    return only(database.createQuery("from Node where uuid = ?1", Node.class), uuid.uuid());
  }

  public Optional<Node> findByName(String name) {
    return only(database.createQuery("from Node where attributes.name = ?1", Node.class), name);
  }

  /** Reads the current state of the node and locks its row until this transaction ends. */
  public Optional<Node> findForUpdate(NodeId uuid) {
    return only(
        database
            .createQuery("from Node where uuid = ?1", Node.class)
            .setLockMode(LockModeType.PESSIMISTIC_WRITE),
        uuid.uuid());
  }

  /**
   * Runs a query for at most one node. Does not use a stream, which outside of a transaction would
   * keep its connection until it is closed.
   */
  private static Optional<Node> only(SelectionQuery<Node> query, Object key) {
    return Optional.ofNullable(query.setParameter(1, key).getSingleResultOrNull());
  }

  /**
   * Returns nodes whose {@link PendingWork} is past its deadline by the database clock, oldest
   * first, skipping the first {@code skipped}.
   */
  public List<NodeId> overdue(int atMost, int skipped) {
    return database
        .createNativeQuery(
            """
            select uuid from node where work_deadline < now()
            order by work_deadline, id limit ?1 offset ?2
            """,
            UUID.class)
        .setParameter(1, atMost)
        .setParameter(2, skipped)
        .getResultList()
        .stream()
        .map(NodeId::new)
        .toList();
  }

  /**
   * Merges {@code news}, sent by the agent of {@code seen}, into driver_internal_info; false, and
   * no effect, when the node by now has another agent or none. To be called outside of a
   * transaction: it runs in its own, whose commit does not wait for the disk. Source:
   * docs/decisions/0012.
   */
  public boolean recordHeartbeat(Node seen, ObjectNode news) {
    return !database
        .createNativeQuery(
            """
            update node set driver_internal_info = driver_internal_info || cast(?4 as jsonb)
            from set_config('synchronous_commit', 'off', true)
            where uuid = ?1 and agent_token_hash = ?2 and driver_internal_info ->> 'agent_url' = ?3
            returning 1
            """,
            Object[].class)
        .setParameter(1, seen.uuid().uuid())
        .setParameter(2, seen.agentTokenHash())
        .setParameter(3, seen.driverInternalInfo().path("agent_url").textValue())
        .setParameter(4, StoredJson.write(news))
        .getResultList()
        .isEmpty();
  }

  /** The number of nodes in a shard; a null name stands for nodes without a shard. */
  public record ShardSize(@Nullable String name, long nodes) {}

  /** Returns the shards by name, and last the nodes without a shard. */
  public List<ShardSize> shards() {
    return database
        .createQuery(
            "select attributes.shard, count(*) from Node group by attributes.shard"
                + " order by attributes.shard nulls last",
            ShardSize.class)
        .getResultList();
  }

  /** The nodes whose parent is {@code parent}, in the order of creation. */
  public List<NodeId> childrenOf(Node parent) {
    return database
        .createQuery(
            "select uuid from Node where attributes.parentNode = ?1 order by id", UUID.class)
        .setParameter(1, parent.uuid().uuid())
        .getResultList()
        .stream()
        .map(NodeId::new)
        .toList();
  }

  /** Adds a node; a constraint violation when uuid, name or instance is taken. */
  public void add(Node node) {
    database.persist(node);
    database.flush();
  }

  /** Deletes the node and all rows that belong to it. */
  public void remove(Node node) {
    database.remove(node);
    database.flush();
  }

  /** Adds an entry to the node's history. */
  public void record(HistoryEntry entry) {
    database.persist(entry);
  }
}
