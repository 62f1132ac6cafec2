package dev.assay.rule.store;

import io.agroal.api.AgroalDataSource;
import jakarta.inject.Singleton;
import jakarta.persistence.LockModeType;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.JDBCException;
import org.hibernate.Session;
import org.hibernate.StatelessSession;

/**
 * Database access to the rules created through the API. Every change locks the revision row until
 * the transaction ends, so that revisions are committed in order.
 */
@Singleton
public class StoredRules {
  private static final String REVISION =
      "select revision from inspection_rule_revision where id = 1";

  private final Session database;
  private final StatelessSession reading;
  private final AgroalDataSource pool;

  StoredRules(Session database, StatelessSession reading, AgroalDataSource pool) {
    this.database = database;
    this.reading = reading;
    this.pool = pool;
  }

  /** All rules, read-only, in the order in which they run. Source: spec rules.md 3. */
  public List<StoredRule> all() {
    return reading
        .createQuery("from StoredRule order by priority desc, id", StoredRule.class)
        .getResultList();
  }

  public Optional<StoredRule> find(UUID uuid) {
    return Optional.ofNullable(
        database
            .createQuery("from StoredRule where uuid = ?1", StoredRule.class)
            .setParameter(1, uuid)
            .getSingleResultOrNull());
  }

  /** Reads the current rule and locks its row until this transaction ends. */
  public Optional<StoredRule> findForUpdate(UUID uuid) {
    return Optional.ofNullable(
        database
            .createQuery("from StoredRule where uuid = ?1", StoredRule.class)
            .setLockMode(LockModeType.PESSIMISTIC_WRITE)
            .setParameter(1, uuid)
            .getSingleResultOrNull());
  }

  /** The revision of the rules; every change by any process increments it. */
  public long revision() {
    try (var connection = pool.getConnection();
        var query = connection.prepareStatement(REVISION);
        var row = query.executeQuery()) {
      row.next(); // the table has exactly one
      return row.getLong(1);
    } catch (SQLException e) {
      throw new JDBCException("the revision of the rules cannot be read", e);
    }
  }

  /** Adds a rule; fails with a constraint violation when its UUID exists. */
  public void add(StoredRule rule) {
    database.persist(rule);
    changed();
  }

  /** Flushes the changes made to a rule, and increments the revision. */
  public void write() {
    changed();
  }

  /** Deletes a rule. */
  public void remove(StoredRule rule) {
    database.remove(rule);
    changed();
  }

  /** Deletes every rule; false when there were none. */
  public boolean removeAll() {
    if (database.createMutationQuery("delete from StoredRule").executeUpdate() == 0) {
      return false;
    }
    changed();
    return true;
  }

  private void changed() {
    database.flush();
    database
        .createNativeMutationQuery(
            "update inspection_rule_revision set revision = revision + 1 where id = 1")
        .executeUpdate();
  }
}
