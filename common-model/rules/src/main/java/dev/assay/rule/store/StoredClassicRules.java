package dev.assay.rule.store;

import dev.assay.rule.classic.ClassicRule;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.Session;
import org.hibernate.StatelessSession;

/** Database access to classic rules. All methods join the caller's transaction. */
@Singleton
public class StoredClassicRules {
  private final Session database;
  private final StatelessSession reading;

  StoredClassicRules(Session database, StatelessSession reading) {
    this.database = database;
    this.reading = reading;
  }

  /** All rows, read-only, in the order of their creation. */
  public List<StoredClassicRule> all() {
    return reading
        .createQuery("from StoredClassicRule order by id", StoredClassicRule.class)
        .getResultList();
  }

  /** All rules, in the order in which they run. */
  public List<ClassicRule> rules() {
    return all().stream().map(StoredClassicRule::rule).toList();
  }

  public Optional<StoredClassicRule> find(UUID uuid) {
    return Optional.ofNullable(
        reading
            .createQuery("from StoredClassicRule where uuid = ?1", StoredClassicRule.class)
            .setParameter(1, uuid)
            .getSingleResultOrNull());
  }

  /** The number of rules; others cannot add one before this transaction ends. */
  public long countAndLock() {
    database
        .createNativeMutationQuery("lock table classic_rule in share row exclusive mode")
        .executeUpdate();
    return database
        .createQuery("select count(*) from StoredClassicRule", Long.class)
        .getSingleResult();
  }

  /** Adds a rule; fails with a constraint violation when its UUID exists. */
  public void add(StoredClassicRule rule) {
    database.persist(rule);
    database.flush();
  }

  /** Deletes a rule; false when there is none. */
  public boolean delete(UUID uuid) {
    return database
            .createMutationQuery("delete from StoredClassicRule where uuid = ?1")
            .setParameter(1, uuid)
            .executeUpdate()
        > 0;
  }

  /** Deletes every rule. */
  public void deleteAll() {
    database.createMutationQuery("delete from StoredClassicRule").executeUpdate();
  }
}
