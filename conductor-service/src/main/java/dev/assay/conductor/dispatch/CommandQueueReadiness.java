package dev.assay.conductor.dispatch;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Reports the conductor as ready while the broker delivers commands to it. */
@Readiness
@ApplicationScoped
public class CommandQueueReadiness implements HealthCheck {
  private final DriverQueues queues;

  CommandQueueReadiness(DriverQueues queues) {
    this.queues = queues;
  }

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("Commands of the broker")
        .status(queues.isConsumingCommands())
        .build();
  }
}
