package dev.assay.pxefilter.reconcile;

import dev.assay.bootaccess.AccessPolicy;
import dev.assay.connection.OwnConnection;
import dev.assay.id.MacAddress;
import dev.assay.liveness.Loops;
import dev.assay.pxefilter.filter.BootFilter;
import dev.assay.pxefilter.filter.Permit;
import dev.assay.pxefilter.infiniband.GatewayAddresses;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The two threads of a filter: one reads from the database which machines may boot, the other puts
 * it into force.
 */
public final class BootControl {
  private static final Duration STOP_LIMIT = Duration.ofSeconds(10);
  private static final Duration LOOP_LIMIT = Duration.ofMinutes(2);

  private final FilterLoop loop;
  private final MachineWatch watch;
  private final OwnConnection database;
  private final Duration patience;
  private @Nullable Thread loopThread;

  /**
   * The settings of a filter.
   *
   * @param period between two comparisons of everything with the database; zero for none
   * @param patience how long database and broker may be away
   * @param failOpen whether what is in force stays when the process ends
   */
  public record Settings(
      AccessPolicy policy, Duration period, Duration patience, boolean failOpen) {}

  /**
   * Nothing runs yet.
   *
   * @param logged whether a failure of the database needs no log line of its own
   */
  public BootControl(
      BootFilter filter,
      Permit permit,
      Settings settings,
      Supplier<GatewayAddresses> gateways,
      OwnConnection database,
      Predicate<Throwable> logged,
      Loops loops,
      Clock clock) {
    this.database = database;
    this.patience = settings.patience();
    this.loop =
        new FilterLoop(
            filter, permit, settings.failOpen(), loops.add("pxe-filter", LOOP_LIMIT), clock);
    var reader = new AccessReader(settings.policy(), gateways);
    this.watch =
        new MachineWatch(
            new Source(database, reader),
            loop::take,
            settings.period(),
            logged,
            loops.add("pxe-filter-database", LOOP_LIMIT));
  }

  private record Source(OwnConnection database, AccessReader reader)
      implements MachineWatch.Source {
    private interface Query {
      Reading over(Connection connection) throws SQLException;
    }

    @Override
    public Reading whole() throws SQLException {
      return read(reader::whole);
    }

    @Override
    public Reading part(Collection<MacAddress> ports) throws SQLException {
      return read(connection -> reader.part(connection, ports));
    }

    private Reading read(Query query) throws SQLException {
      var reading = new AtomicReference<@Nullable Reading>();
      database.run(connection -> reading.set(query.over(connection)));
      return Objects.requireNonNull(reading.get());
    }
  }

  /** Starts both threads. */
  public void start() {
    loopThread = Thread.ofPlatform().daemon().name("pxe-filter").start(loop::run);
    Thread.ofPlatform().daemon().name("pxe-filter-database").start(watch::run);
  }

  /** Denies everyone, unless it fails open, and waits until that is done. */
  public void stop() throws InterruptedException {
    watch.stop();
    loop.stop();
    if (loopThread != null) {
      loopThread.join(STOP_LIMIT);
    }
    database.close();
  }

  /** Looks at these addresses, which were announced. */
  public void announced(List<MacAddress> addresses) {
    watch.announced(addresses);
  }

  /** Announcements arrive from now on. */
  public void subscribed() {
    watch.subscribed();
  }

  /** No announcement arrives any more. */
  public void unsubscribed() {
    watch.unsubscribed();
  }

  /** Looks at the permit again. */
  public void permitChanged() {
    loop.permitChanged();
  }

  /** What is in force. */
  public FilterLoop.Status status() {
    return loop.status();
  }

  /** True while machines may be able to boot; false only when everyone is denied for sure. */
  public boolean isOpen() {
    return loop.isOpen();
  }

  /** Why it cannot let machines boot now, in a sentence; empty when it can. */
  public Optional<String> unfit() {
    var now = loop.status();
    return now.failure()
        .or(() -> loop.stuck(patience.multipliedBy(3)))
        .or(() -> watch.outOfDate(patience))
        .or(
            () ->
                now.loaded()
                    ? Optional.empty()
                    : Optional.of("The ports have not been read from the database yet."));
  }
}
