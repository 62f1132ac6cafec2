package dev.assay.api.conductor;

import dev.assay.registration.Conductor;
import dev.assay.registration.Conductors;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The conductors that were alive at most half a second ago, for display only: reading them for
 * every displayed node would be a fifth of its cost. Decisions use {@link ServingConductors}.
 */
@ApplicationScoped
class RecentConductors {
  private static final long MAX_AGE = TimeUnit.MILLISECONDS.toNanos(500);

  private record Seen(List<Conductor> alive, long at) {}

  private final Conductors conductors;
  private volatile @Nullable Seen seen;

  RecentConductors(Conductors conductors) {
    this.conductors = conductors;
  }

  List<Conductor> alive() {
    var last = seen;
    if (last == null || System.nanoTime() - last.at() > MAX_AGE) {
      last = new Seen(conductors.alive(), System.nanoTime());
      seen = last;
    }
    return last.alive();
  }
}
