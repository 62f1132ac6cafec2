package dev.assay.liveness;

import jakarta.enterprise.context.ApplicationScoped;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;

/**
 * Liveness check that is down when a loop has not begun an iteration for too long: then only a
 * restart of the process helps. An unreachable database or broker does not make it fail, for the
 * loops go on trying.
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
