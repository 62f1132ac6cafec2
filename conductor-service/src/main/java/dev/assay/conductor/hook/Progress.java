package dev.assay.conductor.hook;

import dev.assay.inspection.Trace;
import dev.assay.inspection.Trace.HookRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** How far the hooks of one inspection are; the thread that waits for them looks at it. */
final class Progress {
  private final List<HookRun> runs = new ArrayList<>();
  private @Nullable Current current;
  private boolean givenUp;

  /** The part that runs now. */
  private record Current(String hook, String part, long begun, Thread thread) {
    Duration lasted() {
      return Duration.ofNanos(System.nanoTime() - begun);
    }
  }

  /** Given up: which hook, where it was, and the trace up to it. */
  record Stuck(String hook, List<StackTraceElement> where, Trace trace) {}

  /** A part begins; CancellationException when nobody waits for it any more. */
  synchronized void begin(String hook, String part) {
    if (givenUp) {
      throw new CancellationException();
    }
    current = new Current(hook, part, System.nanoTime(), Thread.currentThread());
  }

  /** The part that began last is over; false when nobody waited for it any more. */
  synchronized boolean end(HookRun run) {
    current = null;
    if (!givenUp) {
      runs.add(run);
    }
    return !givenUp;
  }

  synchronized Trace trace() {
    return new Trace(runs);
  }

  /** What is left of {@code limit} for the part that runs now. */
  synchronized Duration left(Duration limit) {
    return current == null ? limit : limit.minus(current.lasted());
  }

  /** Gives up when a part has run for {@code limit}; {@code why} goes into the trace. */
  synchronized Optional<Stuck> giveUp(Duration limit, String why) {
    if (current == null || current.lasted().compareTo(limit) < 0) {
      return Optional.empty();
    }
    givenUp = true;
    var micros = current.lasted().toNanos() / 1000;
    runs.add(new HookRun(current.hook(), current.part(), micros, List.of(), List.of(), why));
    return Optional.of(
        new Stuck(current.hook(), List.of(current.thread().getStackTrace()), trace()));
  }
}
