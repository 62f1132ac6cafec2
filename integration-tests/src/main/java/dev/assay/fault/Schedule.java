package dev.assay.fault;

import dev.assay.fault.Fault.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The faults of a run, in their order. The same seed gives the same faults. No process fails twice
 * at a time, and at most three things at a time are out of order.
 */
final class Schedule {
  private static final int AT_ONCE = 3;

  /** Time to get ready again, before the same target fails again. */
  private static final Duration REST = Duration.ofSeconds(8);

  private final SplittableRandom random;
  private final Targets targets;
  private final Duration length;
  private final List<Fault> faults = new ArrayList<>();

  /** The numbers of services of each kind. */
  record Targets(int apis, int conductors, int filters) {}

  private Schedule(long seed, Targets targets, Duration length) {
    this.random = new SplittableRandom(seed);
    this.targets = targets;
    this.length = length;
  }

  /** The faults of a run of {@code length}; all of them are over at its end. */
  static List<Fault> of(long seed, Targets targets, Duration length) {
    return new Schedule(seed, targets, length).draw();
  }

  /**
   * An upgrade of all services one after the other, in the order of docs/high-availability.md:
   * conductors, then API services, then PXE filters.
   */
  static List<Fault> upgrade(Targets targets, Duration length) {
    var services =
        Stream.of(
                names("conductor", targets.conductors()),
                names("api", targets.apis()),
                names("filter", targets.filters()))
            .flatMap(Function.identity())
            .toList();
    var pause = length.dividedBy(services.size() + 1);
    return IntStream.range(0, services.size())
        .mapToObj(
            i ->
                new Fault(pause.multipliedBy(i + 1L), Kind.UPGRADE, services.get(i), Duration.ZERO))
        .toList();
  }

  private static Stream<String> names(String kind, int count) {
    return IntStream.rangeClosed(1, count).mapToObj(i -> kind + "-" + i);
  }

  private List<Fault> draw() {
    var at = Duration.ofSeconds(3);
    while (at.compareTo(length) < 0) {
      var next = next(at);
      if (next.end().compareTo(length) <= 0 && isPossible(next)) {
        faults.add(next);
      }
      at = at.plusMillis(between(700, 3500));
    }
    return List.copyOf(faults);
  }

  private boolean isPossible(Fault next) {
    var sameTarget =
        faults.stream()
            .filter(it -> it.target().equals(next.target()))
            .anyMatch(it -> it.end().plus(REST).compareTo(next.at()) > 0);
    var now = faults.stream().filter(it -> it.end().compareTo(next.at()) > 0).count();
    return !sameTarget && now < AT_ONCE;
  }

  private Fault next(Duration at) {
    return switch (random.nextInt(20)) {
      case 0, 1, 2, 3, 4 -> fault(at, Kind.KILL, conductor(), 200, 4000);
      case 5, 6 -> fault(at, Kind.KILL, api(), 200, 4000);
      case 7 -> fault(at, Kind.KILL, random.nextBoolean() ? filter() : "haproxy", 200, 3000);
      case 8 -> fault(at, Kind.KILL, "broker", 200, 5000);
      case 9 -> fault(at, Kind.KILL, "database", 200, 5000);
      case 10 -> fault(at, Kind.STOP, random.nextBoolean() ? conductor() : api(), 0, 2000);
      case 11, 12 -> fault(at, Kind.PAUSE, conductor(), 1000, 12_000);
      case 13 -> fault(at, Kind.PAUSE, api(), 1000, 8000);
      case 14 -> fault(at, Kind.PAUSE, random.nextBoolean() ? "broker" : "database", 500, 8000);
      case 15, 16 -> fault(at, Kind.CUT, service() + server(), 1000, 12_000);
      case 17 -> fault(at, Kind.RESET, service() + server(), 0, 1);
      case 18 -> fault(at, Kind.END_BACKENDS, "database", 0, 1);
      default -> fault(at, Kind.DELETE_QUEUE, "broker", 0, 1);
    };
  }

  private Fault fault(Duration at, Kind kind, String target, int leastMillis, int mostMillis) {
    return new Fault(at, kind, target, Duration.ofMillis(between(leastMillis, mostMillis)));
  }

  private int between(int least, int most) {
    return random.nextInt(least, most);
  }

  private String conductor() {
    return "conductor-" + (1 + random.nextInt(targets.conductors()));
  }

  private String api() {
    return "api-" + (1 + random.nextInt(targets.apis()));
  }

  private String filter() {
    return "filter-" + (1 + random.nextInt(targets.filters()));
  }

  private String service() {
    return switch (random.nextInt(5)) {
      case 0 -> api();
      case 1 -> filter();
      default -> conductor();
    };
  }

  private String server() {
    return random.nextBoolean() ? "/database" : "/broker";
  }
}
