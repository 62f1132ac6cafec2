package dev.assay.pxefilter.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.bootaccess.Access;
import dev.assay.id.MacAddress;
import dev.assay.liveness.Loops;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
@SuppressWarnings("NullAway.Init") // filled before each test
class MachineWatchTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final MacAddress ONE = MacAddress.of("52:54:00:00:00:01");
  private static final MacAddress TWO = MacAddress.of("52:54:00:00:00:02");

  private final Database database = new Database();
  private MachineWatch watch;

  /** Records what is read. */
  private static final class Database implements MachineWatch.Source {
    private final List<String> reads = new CopyOnWriteArrayList<>();
    private final Set<MacAddress> seen = Collections.synchronizedSet(new HashSet<>());
    private volatile boolean away;

    @Override
    public Reading whole() throws SQLException {
      reads.add("whole");
      answer();
      return new Reading.Whole(Map.of(), Access.DENY);
    }

    @Override
    public Reading part(Collection<MacAddress> ports) throws SQLException {
      reads.add("part");
      answer();
      seen.addAll(ports);
      return new Reading.Part(Map.of(), Access.DENY);
    }

    private void answer() throws SQLException {
      if (away) {
        throw new SQLException("the database is away");
      }
    }

    long wholes() {
      return Collections.frequency(reads, "whole");
    }
  }

  private void start(Duration period) {
    watch =
        new MachineWatch(
            database, _ -> {}, period, _ -> false, new Loops().add("test", Duration.ofMinutes(1)));
    Thread.ofPlatform().start(watch::run);
  }

  @AfterEach
  void stop() {
    watch.stop();
  }

  @Test
  void everything_is_read_at_the_start_and_when_announcements_begin() {
    start(Duration.ZERO);
    await().atMost(LIMIT).until(() -> database.wholes() >= 1);
    var before = database.wholes();

    watch.subscribed();

    await().atMost(LIMIT).until(() -> database.wholes() > before);
    assertThat(watch.outOfDate(Duration.ZERO)).isEmpty();
  }

  @Test
  void only_what_is_announced_is_read_in_between() {
    start(Duration.ZERO);
    watch.subscribed();
    await().atMost(LIMIT).until(() -> database.wholes() > 0);

    watch.announced(List.of(ONE));
    watch.announced(List.of(TWO, ONE));

    await().atMost(LIMIT).until(() -> database.seen.equals(Set.of(ONE, TWO)));
  }

  @Test
  void an_announcement_without_addresses_is_looked_up_too() {
    start(Duration.ZERO);
    watch.subscribed();
    await().atMost(LIMIT).until(() -> database.wholes() > 0);

    watch.announced(List.of());

    await().atMost(LIMIT).until(() -> database.reads.contains("part"));
  }

  @Test
  void very_many_addresses_are_read_as_everything() {
    start(Duration.ZERO);
    watch.subscribed();
    await().atMost(LIMIT).until(() -> database.reads.size() > 0);
    await().during(Duration.ofMillis(50)).until(() -> true);
    var before = database.wholes();

    watch.announced(
        IntStream.range(0, 6000)
            .mapToObj(i -> MacAddress.of("52:54:01:00:%02x:%02x".formatted(i >> 8, i & 255)))
            .toList());

    await().atMost(LIMIT).until(() -> database.wholes() > before);
    assertThat(database.reads).doesNotContain("part");
  }

  @Test
  void everything_is_read_every_period() {
    start(Duration.ofMillis(20));
    watch.subscribed();

    await().atMost(LIMIT).until(() -> database.wholes() >= 5);
  }

  @Test
  void everything_is_read_every_second_while_no_announcements_arrive() {
    start(Duration.ZERO);
    watch.subscribed();
    watch.unsubscribed();

    await().atMost(LIMIT).until(() -> database.wholes() >= 3);
    assertThat(watch.outOfDate(Duration.ofMinutes(1))).isEmpty();
    assertThat(watch.outOfDate(Duration.ofMillis(1)))
        .contains("The broker is away, so that no announcements arrive, for more than 1 ms.");
  }

  @Test
  void everything_is_read_again_after_a_failure() {
    database.away = true;
    start(Duration.ZERO);
    watch.subscribed();
    watch.announced(List.of(ONE));
    await()
        .atMost(LIMIT)
        .until(
            () ->
                watch
                    .outOfDate(Duration.ofMillis(100))
                    .filter(it -> it.startsWith("The database could not be read"))
                    .isPresent());
    var before = database.wholes();

    database.away = false;

    await().atMost(LIMIT).until(() -> database.wholes() > before);
    await().atMost(LIMIT).until(() -> watch.outOfDate(Duration.ZERO).isEmpty());
  }
}
