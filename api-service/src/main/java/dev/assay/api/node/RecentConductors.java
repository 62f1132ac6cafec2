package dev.assay.api.node;

import dev.assay.registration.Conductor;
import dev.assay.registration.Conductors;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The conductors that worked at most half a second ago, for what is only shown: reading them for
 * each node that is shown would cost a fifth of it. Decisions ask {@link LiveConductors}.
 */
@ApplicationScoped
class RecentConductors {
  private static final long GOOD_FOR = TimeUnit.MILLISECONDS.toNanos(500);

  private record Seen(List<Conductor> alive, long at) {}

  private final Conductors conductors;
  private volatile @Nullable Seen seen;

  RecentConductors(Conductors conductors) {
    this.conductors = conductors;
  }

  List<Conductor> alive() {
    var last = seen;
    if (last == null || System.nanoTime() - last.at() > GOOD_FOR) {
      last = new Seen(conductors.alive(), System.nanoTime());
      seen = last;
    }
    return last.alive();
  }
}
