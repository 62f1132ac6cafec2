package dev.assay.conductor.dispatch;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Readiness;

/** A conductor is ready while the broker hands commands to it. */
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
