package dev.assay.pxefilter.reconcile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.bootaccess.Access;
import dev.assay.id.MacAddress;
import dev.assay.liveness.Loops;
import dev.assay.pxefilter.filter.AccessList;
import dev.assay.pxefilter.filter.BootFilter;
import dev.assay.pxefilter.filter.Permit;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
@SuppressWarnings("NullAway.Init") // filled before each test
class FilterLoopTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final MacAddress ONE = MacAddress.of("52:54:00:00:00:01");
  private static final MacAddress TWO = MacAddress.of("52:54:00:00:00:02");
  private static final Reading EVERYTHING =
      new Reading.Whole(Map.of(ONE, Access.ALLOW, TWO, Access.DENY), Access.DENY);

  private final Recorder filter = new Recorder();
  private final Permit permit = new Permit();
  private FilterLoop loop = loop(false);
  private Thread thread;

  /** Records what it is told. */
  private static final class Recorder implements BootFilter {
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private volatile boolean broken;
    private volatile boolean stuck;
    private volatile int parts;

    @Override
    public int reconcile(AccessList list, Permit permit) throws IOException {
      calls.add("reconcile " + seen(list, permit));
      works();
      return 0;
    }

    @Override
    public void open(AccessList list, Permit permit) throws IOException {
      calls.add("open " + seen(list, permit));
      works();
    }

    @Override
    public void update(AccessList list, Collection<MacAddress> changed, Permit permit)
        throws IOException {
      calls.add("update %d %s".formatted(changed.size(), seen(list, permit)));
      works();
    }

    private static String seen(AccessList list, Permit permit) {
      return "%d of %d %s"
          .formatted(list.allowed(), list.known().size(), permit.isValid() ? "open" : "closed");
    }

    @Override
    public boolean continueWork(AccessList list, Permit permit) {
      parts = Math.max(0, parts - 1);
      return parts > 0;
    }

    @Override
    public void prolong(Permit permit) throws IOException {
      works();
    }

    @Override
    public void denyAll() throws IOException {
      calls.add("deny");
      if (stuck) {
        throw new IOException("stuck");
      }
    }

    private void works() throws IOException {
      if (broken) {
        throw new IOException("no space left");
      }
    }

    @Override
    public Optional<String> warning() {
      return Optional.empty();
    }

    @Override
    public void close() {
      calls.add("close");
    }
  }

  private FilterLoop loop(boolean failOpen) {
    return new FilterLoop(
        filter, permit, failOpen, new Loops().add("test", LIMIT), Clock.systemUTC());
  }

  private void start() {
    thread = Thread.ofPlatform().start(loop::run);
  }

  @AfterEach
  void stop() throws InterruptedException {
    loop.stop();
    if (thread != null) {
      thread.join();
    }
  }

  private void awaitCall(String call) {
    await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(5))
        .until(() -> filter.calls.contains(call));
  }

  private void grant(Duration time) {
    permit.grant(System.nanoTime() + time.toNanos());
    loop.permitChanged();
  }

  @Test
  void it_denies_everyone_before_it_has_read_anything() {
    start();
    grant(LIMIT);

    awaitCall("deny");
    assertThat(filter.calls).containsExactly("deny");
    assertThat(loop.status().loaded()).isFalse();
  }

  @Test
  void it_tries_to_deny_everyone_until_it_can_also_before_it_has_read_anything() {
    filter.stuck = true;
    start();
    await().atMost(LIMIT).until(() -> filter.calls.size() >= 2);
    assertThat(filter.calls).containsOnly("deny");
    await().atMost(LIMIT).until(() -> loop.status().open());

    filter.stuck = false;
    await().atMost(LIMIT).until(() -> !loop.status().open());
  }

  @Test
  void it_keeps_the_list_without_a_permit_and_opens_with_one() {
    start();
    loop.take(EVERYTHING);
    awaitCall("reconcile 1 of 2 closed");
    assertThat(loop.status().open()).isFalse();

    grant(LIMIT);

    awaitCall("open 1 of 2 open");
    await().atMost(LIMIT).until(() -> loop.status().open());
  }

  @Test
  void it_denies_everyone_when_the_permit_expires() {
    start();
    loop.take(EVERYTHING);
    grant(Duration.ofMillis(200));
    await().atMost(LIMIT).until(() -> loop.status().open());

    await().atMost(LIMIT).until(() -> filter.calls.getLast().equals("deny"));
    assertThat(loop.status().open()).isFalse();
  }

  @Test
  void it_does_what_can_wait_without_pauses() {
    filter.parts = 1000; // a second of pause for each would be too long
    start();
    loop.take(EVERYTHING);

    await().atMost(LIMIT).until(() -> filter.parts == 0);
  }

  @Test
  void changes_are_applied_in_the_order_in_which_they_were_read() {
    start();
    loop.take(EVERYTHING);
    loop.take(new Reading.Part(Map.of(ONE, Optional.of(Access.DENY)), Access.DENY));
    loop.take(new Reading.Part(Map.of(TWO, Optional.empty()), Access.DENY));

    await().atMost(LIMIT).until(() -> loop.status().allowed() == 0 && loop.status().denied() == 1);
  }

  @Test
  void a_driver_that_fails_denies_everyone_and_is_tried_again() {
    start();
    loop.take(EVERYTHING);
    grant(LIMIT);
    await().atMost(LIMIT).until(() -> loop.status().open());
    filter.broken = true;

    loop.take(new Reading.Part(Map.of(ONE, Optional.of(Access.DENY)), Access.DENY));
    await().atMost(LIMIT).until(() -> loop.status().failure().isPresent());
    assertThat(loop.status().failure()).contains("The filter does not work: no space left.");
    assertThat(filter.calls).containsSubsequence("update 1 0 of 2 open", "deny");
    assertThat(permit.isValid()).as("it must be granted anew").isFalse();
    assertThat(loop.status().open()).isFalse();

    filter.broken = false;
    awaitCall("reconcile 0 of 2 closed");
    await().atMost(LIMIT).until(() -> loop.status().failure().isEmpty());
  }

  @Test
  void it_counts_as_open_while_it_cannot_deny() {
    start();
    loop.take(EVERYTHING);
    grant(LIMIT);
    await().atMost(LIMIT).until(() -> loop.status().open());
    filter.broken = true;
    filter.stuck = true;

    loop.take(EVERYTHING);
    await().atMost(LIMIT).until(() -> loop.status().failure().isPresent());
    assertThat(loop.status().open()).isTrue();

    filter.stuck = false;
    await().atMost(LIMIT).until(() -> !loop.status().open());
  }

  @Test
  void it_denies_everyone_at_its_end() throws Exception {
    start();
    loop.take(EVERYTHING);
    grant(LIMIT);
    await().atMost(LIMIT).until(() -> loop.status().open());

    loop.stop();
    thread.join(TimeUnit.SECONDS.toMillis(10));

    assertThat(filter.calls).endsWith("deny", "close");
  }

  @Test
  void what_is_in_force_stays_at_its_end_when_it_fails_open() throws Exception {
    loop = loop(true);
    start();
    loop.take(EVERYTHING);
    permit.grantUnlimited();
    loop.permitChanged();
    await().atMost(LIMIT).until(() -> loop.status().open());

    loop.stop();
    thread.join(TimeUnit.SECONDS.toMillis(10));

    assertThat(filter.calls).doesNotContain("deny").endsWith("close");
  }
}
