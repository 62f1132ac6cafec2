package dev.assay.contract;

import dev.assay.hardware.Sleep;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** A clock that moves only when a thread waits, without a real delay. */
public final class FakeTime implements InstantSource, Sleep {
  private final List<Duration> pauses = new ArrayList<>();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private Runnable during = () -> {};

  @Override
  public synchronized Instant instant() {
    return now;
  }

  @Override
  public synchronized void pause(Duration duration) {
    pauses.add(duration);
    now = now.plus(duration);
    during.run();
  }

  /** What happens in every pause. */
  public synchronized void during(Runnable does) {
    during = does;
  }

  /** All waiting so far. */
  public synchronized List<Duration> pauses() {
    return List.copyOf(pauses);
  }
}
