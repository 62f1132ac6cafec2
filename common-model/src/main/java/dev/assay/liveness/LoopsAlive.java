package dev.assay.liveness;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/**
 * Down when a loop has not begun a turn for too long: only a new process helps then. A database or
 * broker that is away is no reason, for the loops go on trying.
 */
@Liveness
@ApplicationScoped
public class LoopsAlive implements HealthCheck {
  private final Loops loops;

  LoopsAlive(Loops loops) {
    this.loops = loops;
  }

  @Override
  public HealthCheckResponse call() {
    var answer = HealthCheckResponse.named("loops").up();
    for (var loop : loops.running()) {
      answer.withData(loop.name(), "last turn %d s ago".formatted(loop.silence().toSeconds()));
      if (!loop.isAlive()) {
        answer.down();
      }
    }
    return answer.build();
  }
}
