package dev.assay.conductor.document;

import dev.assay.conductor.periodic.SingletonTasks;
import dev.assay.connection.DatabaseOutage;
import dev.assay.document.DocumentObjects;
import dev.assay.document.DocumentTransfers;
import dev.assay.document.OrphanConfig;
import dev.assay.objectstore.ObjectStore;
import dev.assay.objectstore.ObjectStore.StoredObject;
import dev.assay.objectstore.StoreFailure;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.Startup;
import io.quarkus.scheduler.Scheduled;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * Deletes objects that no document names: those of documents that were deleted or changed their
 * place, and those whose row was never written because a conductor died. One conductor does for
 * all. Only old ones are deleted, because the row of a new one may still be written. Source:
 * docs/decisions/0053.
 */
@Startup
@ApplicationScoped
public class SweepOrphans {
  private static final Logger LOG = Logger.getLogger(SweepOrphans.class);
  private static final String TASK = "object-store";

  /** More than it can take from writing an object to writing the row that names it. */
  private static final Duration LEAST_AGE = Duration.ofHours(2);

  private final DocumentObjects objects;
  private final DocumentTransfers transfers;
  private final StoreOwner owner;
  private final OrphanConfig config;
  private final SingletonTasks tasks;
  private final DatabaseOutage outage;
  private final Counter orphans;
  private final Clock clock;
  private volatile boolean stopping;

  SweepOrphans(
      DocumentObjects objects,
      DocumentTransfers transfers,
      StoreOwner owner,
      OrphanConfig config,
      SingletonTasks tasks,
      DatabaseOutage outage,
      MeterRegistry metrics,
      Clock clock) {
    this.objects = objects;
    this.transfers = transfers;
    this.owner = owner;
    this.config = config;
    this.tasks = tasks;
    this.outage = outage;
    this.orphans =
        Counter.builder("assay.inventory.orphans.deleted")
            .description("Objects of the store that nothing named, and that were deleted")
            .register(metrics);
    this.clock = clock;
    if (config.orphanAge().compareTo(LEAST_AGE) < 0 || config.sweepInterval().isNegative()) {
      throw new IllegalArgumentException(
          "assay.inventory.orphan-age must be at least 2h, and sweep-interval 0 or more");
    }
  }

  @Scheduled(
      every = "${assay.inventory.sweep-interval:1h}",
      delayed = "2m",
      concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
  void look() {
    if (objects.configured()) {
      tasks.run(TASK, this::sweep);
    }
  }

  /** Goes through all objects once. */
  void sweep() {
    try {
      owner.require();
      var deleted = deleteOrphans();
      orphans.increment(deleted);
      if (deleted > 0) {
        LOG.infof("%d objects to which no document refers are deleted from %s.", deleted, objects);
      }
    } catch (StoreFailure | StoreOwner.NotOurs e) {
      LOG.warnf("Objects without a document stay until the next interval: %s", e.getMessage());
    } catch (RuntimeException e) {
      if (!outage.explains(e)) {
        throw e;
      }
    }
  }

  private int deleteOrphans() {
    int deleted = 0;
    var after = Optional.<String>empty();
    for (boolean more = true; more && !stopping; ) {
      var page = objects.list(after, ObjectStore.MAX_KEYS);
      var orphans = orphans(page.objects());
      objects.delete(orphans);
      deleted += orphans.size();
      more = page.more() && !page.objects().isEmpty();
      if (more) {
        after = Optional.of(page.objects().getLast().key());
      }
    }
    return deleted;
  }

  private List<String> orphans(List<StoredObject> found) {
    var before = clock.instant().minus(config.orphanAge());
    var old =
        found.stream()
            .filter(object -> object.modified().isBefore(before))
            .map(StoredObject::key)
            .toList();
    if (old.isEmpty()) {
      return old;
    }
    var named = new HashSet<>(QuarkusTransaction.requiringNew().call(() -> transfers.named(old)));
    return old.stream().filter(key -> !named.contains(key)).toList();
  }

  void stop(@Observes ShutdownEvent event) {
    stopping = true;
  }
}
