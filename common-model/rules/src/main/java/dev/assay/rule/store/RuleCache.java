package dev.assay.rule.store;

import dev.assay.connection.DatabaseOutage;
import dev.assay.liveness.Loops;
import dev.assay.message.Announcement;
import dev.assay.message.AnnouncementReceiver;
import dev.assay.message.Envelope;
import dev.assay.rule.Phase;
import dev.assay.rule.definition.Rule;
import dev.assay.rule.engine.CompiledRule;
import dev.assay.rule.engine.RuleRegistry;
import dev.assay.rule.engine.RulesConfig;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * Caches the enabled rules of this process in compiled form; an inspection reads only their
 * revision from the database. Changes are announced; missed announcements are found by polling
 * every few seconds, and before an inspection is processed.
 */
@ApplicationScoped
public class RuleCache implements AnnouncementReceiver {
  private static final Logger LOG = Logger.getLogger(RuleCache.class);

  /** Time allowed for reading and compiling all rules. */
  private static final Duration RELOAD_LIMIT = Duration.ofMinutes(3);

  private final StoredRules stored;
  private final BuiltInRules builtIns;
  private final RuleRegistry registry;
  private final RulesConfig config;
  private final DatabaseOutage outage;
  private final Loops loops;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private volatile Generation latest = new Generation(-1, Map.of());

  /** All rules of one revision. */
  private record Generation(long revision, Map<Phase, List<CompiledRule>> byPhase) {
    List<CompiledRule> all() {
      return Arrays.stream(Phase.values()).flatMap(phase -> of(phase).stream()).toList();
    }

    List<CompiledRule> of(Phase phase) {
      return byPhase.getOrDefault(phase, List.of());
    }
  }

  RuleCache(
      StoredRules stored,
      BuiltInRules builtIns,
      RuleRegistry registry,
      RulesConfig config,
      DatabaseOutage outage,
      MeterRegistry metrics,
      Loops loops) {
    this.stored = stored;
    this.builtIns = builtIns;
    this.registry = registry;
    this.config = config;
    this.outage = outage;
    this.loops = loops;
    Gauge.builder("assay.rules.revision", this, rules -> rules.latest.revision())
        .description("Which inspection rules this process runs: the same number, the same rules.")
        .register(metrics);
  }

  /**
   * Loads the rules and starts polling for changes. Runs before any request is served and before a
   * conductor registers: an invalid file of built-in rules stops the startup.
   */
  void start(@Observes @Priority(50) StartupEvent started) {
    outage.await(this::refresh);
    Thread.ofVirtual().name("live-rules").start(this::reconcile);
  }

  /** Stops polling while there still is a database connection. */
  void stop(@Observes ShutdownEvent stopped) {
    stopping.countDown();
  }

  /**
   * Refreshes the rules when {@code message} announces changed rules, and ignores announcements for
   * others. An unreadable message is dropped; polling finds the change.
   */
  @Override
  public void receive(String message) {
    try {
      switch (Envelope.read(message).require(Announcement.class)) {
        case Announcement.RulesChanged _ -> refresh();
        case Announcement.Allow _, Announcement.Deny _ -> LOG.trace("not for rules");
      }
    } catch (Envelope.Unreadable e) {
      LOG.errorf("An announcement cannot be read and is dropped: %s", e.getMessage());
    }
  }

  /**
   * Finds changes whose announcement was missed; without a database they are found a little later.
   */
  @Override
  public void subscribed() {
    try {
      refresh();
    } catch (RuntimeException e) {
      if (!outage.explains(e)) {
        LOG.warnf("Inspection rules could not be read again: %s", e.getMessage());
      }
    }
  }

  /** The rules of {@code phase}, in the order in which they run. */
  public List<CompiledRule> of(Phase phase) {
    return latest.of(phase);
  }

  /** The rules of all phases, ordered by phase; a consistent snapshot. */
  public List<CompiledRule> all() {
    return latest.all();
  }

  /**
   * Reloads the rules if they changed, in a new transaction. Changes committed before the call are
   * in {@link #of} afterwards.
   */
  public void refresh() {
    QuarkusTransaction.requiringNew().run(this::catchUp);
  }

  /**
   * As {@link #refresh}, but in the caller's transaction, if there is one; reads one row when
   * nothing changed. To be called before data of a machine is processed: the client may already
   * have the response to a change whose announcement is still on its way.
   */
  public void catchUp() {
    if (stored.revision() != latest.revision()) {
      reload();
    }
  }

  private synchronized void reload() {
    // Revision first: rules committed in between are read again, not missed.
    var revision = stored.revision();
    if (revision != latest.revision()) {
      latest = new Generation(revision, compiled());
      LOG.debugf("Inspection rules are those of revision %d.", revision);
    }
  }

  private Map<Phase, List<CompiledRule>> compiled() {
    var byPhase = new EnumMap<Phase, List<CompiledRule>>(Phase.class);
    var all =
        Stream.concat(stored.all().stream().flatMap(RuleCache::readable), builtIns.rules().stream())
            .filter(Rule::enabled)
            .sorted(Rule.ORDER)
            .map(rule -> CompiledRule.stored(rule, registry))
            .toList();
    for (var phase : Phase.values()) {
      byPhase.put(phase, all.stream().filter(rule -> rule.rule().phase() == phase).toList());
    }
    return byPhase;
  }

  /** Leaves out a rule that this version cannot read, without affecting the others. */
  private static Stream<Rule> readable(StoredRule rule) {
    try {
      return Stream.of(rule.rule());
    } catch (RuntimeException e) {
      LOG.warnf(
          "Inspection rule %s cannot be read and is not run: %s", rule.uuid(), e.getMessage());
      return Stream.empty();
    }
  }

  private void reconcile() {
    var loop = loops.add("live-rules", config.reconcileInterval().plus(RELOAD_LIMIT));
    try {
      while (!stopping.await(config.reconcileInterval().toMillis(), TimeUnit.MILLISECONDS)) {
        loop.turn();
        try {
          refresh();
        } catch (RuntimeException e) {
          boolean stops = stopping.getCount() == 0; // and the database is closed already
          if (!stops && !outage.explains(e)) {
            LOG.warn("Could not check the database for changed inspection rules; trying again.", e);
          }
        } catch (Error e) { // without this loop the rules would stay outdated
          loop.survive(e);
          LOG.error(
              "Inspection rules could not be loaded; the previous rules stay in force."
                  + " Trying again.",
              e);
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      loop.end();
    }
  }
}
