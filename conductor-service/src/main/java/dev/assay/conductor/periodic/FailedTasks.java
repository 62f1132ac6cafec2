package dev.assay.conductor.periodic;

import dev.assay.connection.DatabaseOutage;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.scheduler.FailedExecution;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import org.jboss.logging.Logger;

/**
 * Logs the failures of periodic tasks, except for those during an outage of the database and those
 * of tasks that the end of the service overtakes, which closes what they use. The scheduler's own
 * message for each failure is switched off in application.properties.
 */
@ApplicationScoped
class FailedTasks {
  private static final Logger LOG = Logger.getLogger(FailedTasks.class);

  private final DatabaseOutage outage;
  private volatile boolean stopping;

  FailedTasks(DatabaseOutage outage) {
    this.outage = outage;
  }

  void stop(@Observes ShutdownEvent ended) {
    stopping = true;
  }

  void log(@Observes FailedExecution failed) {
    if (stopping) {
      LOG.debug("A periodic task failed while the service stops.", failed.getException());
    } else if (!outage.explains(failed.getException())) {
      LOG.errorf(
          failed.getException(),
          "The periodic task %s failed; it is tried again in its next interval.",
          failed.getExecution().getTrigger().getMethodDescription());
    }
  }
}
