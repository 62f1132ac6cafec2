package dev.assay.conductor.power;

import dev.assay.hardware.Sleep;
import java.time.Duration;
import org.hibernate.Session;

/** A throttle whose turns come when a test says so. */
public final class ScriptedThrottle extends PowerOnThrottle {
  private volatile boolean comes;

  public ScriptedThrottle(Session database) {
    super(database, Duration.ofSeconds(1), Sleep.REAL);
  }

  /** Whether the next turns come in time. */
  public void comes(boolean next) {
    comes = next;
  }

  @Override
  public boolean awaitTurn(Duration limit) {
    return comes;
  }
}
