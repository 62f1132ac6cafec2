package dev.assay.conductor.dispatch;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** Reports the conductor as ready while the broker delivers commands to it. */
@Readiness
@ApplicationScoped
public class CommandQueueReadiness implements HealthCheck {
  private final CommandQueue commands;

  CommandQueueReadiness(CommandQueue commands) {
    this.commands = commands;
  }

  @Override
  public HealthCheckResponse call() {
    return HealthCheckResponse.named("Commands of the broker")
        .status(commands.isConsuming())
        .build();
  }
}
