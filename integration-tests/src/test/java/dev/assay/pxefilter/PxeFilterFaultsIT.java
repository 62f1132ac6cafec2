package dev.assay.pxefilter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.dhcp.DhcpProbe.Offer;
import dev.assay.scenario.Enrolment;
import dev.assay.stack.Stack;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Two filters with dnsmasq, active and standby, while things break. Three machines ask for
 * addresses all the time: one that is inspected, and two that must never get one, a known and an
 * unknown one. Spec pxe-filter.md 4 and 10.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init") // filled before each test
class PxeFilterFaultsIT {
  private static final String STRANGER = "52:54:77:00:00:01";

  /** How long database and broker are away; a minute is assay.fault.seconds=60. */
  private static final Duration AWAY = Duration.ofSeconds(Long.getLong("assay.fault.seconds", 12));

  /** The default of assay.pxe-filter.heartbeat-timeout, and time for a probe. */
  private static final Duration TIMEOUT = Duration.ofMillis(4000 + 500);

  private static final Duration TAKE_OVER = Duration.ofSeconds(5);
  private static final Duration RECOVERY = Duration.ofSeconds(30);

  private FilteredNetwork site;
  private String bystander;
  private String inspected;
  private String node;
  private AutoCloseable asking;
  private final List<String> nodes = new ArrayList<>();

  @BeforeAll
  void start() throws Exception {
    site =
        FilteredNetwork.start("faults", List.of("dnsmasq", "dnsmasq"), Stack.named("pxe-faults"));
    bystander = Enrolment.newAddress();
    site.manageable(bystander);
  }

  @AfterAll
  void stop() {
    if (site != null) {
      site.close();
    }
  }

  @BeforeEach
  void inspect() {
    inspected = Enrolment.newAddress();
    node = site.waiting(inspected);
    nodes.add(node);
    asking = site.probe().keepAsking(List.of(inspected, bystander, STRANGER), Duration.ofMillis(5));
    awaitOffer(System.nanoTime(), RECOVERY);
  }

  @AfterEach
  void nobody_else_was_ever_answered() throws Exception {
    asking.close();
    assertThat(site.probe().offers())
        .extracting(Offer::address)
        .doesNotContain(bystander, STRANGER);
    nodes.forEach(it -> Enrolment.forget(site.api(), it));
    nodes.clear();
  }

  /** Waits until the inspected machine is answered to a request of after {@code since}. */
  private Offer awaitOffer(long since, Duration limit) {
    await("an offer")
        .atMost(limit)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> offers(inspected, since) > 0);
    return site.probe().offers().stream()
        .filter(it -> it.address().equals(inspected) && it.askedAt() >= since)
        .findFirst()
        .orElseThrow();
  }

  private long offers(String address, long since) {
    return site.probe().offers().stream()
        .filter(it -> it.address().equals(address) && it.askedAt() >= since)
        .count();
  }

  /** The machine is not answered from {@code since} on, for a second from now. */
  private void assertDeniedSince(long since) {
    pause(Duration.ofSeconds(1));
    assertThat(offers(inspected, since)).isZero();
  }

  private static void pause(Duration time) {
    await().pollDelay(time).atMost(time.plusSeconds(5)).until(() -> true);
  }

  /** Which filter is the active one: 0 or 1. */
  private int active() {
    await("a filter is active")
        .atMost(RECOVERY)
        .until(() -> isIn(0, "active") || isIn(1, "active"));
    return isIn(0, "active") ? 0 : 1;
  }

  private boolean isIn(int filter, String state) {
    var answer = site.api().get("/v1/pxe_filters/filter-" + (filter + 1));
    return answer.status() == 200 && answer.json().path("state").asText().equals(state);
  }

  private void awaitStandby() {
    await("one stands by").atMost(RECOVERY).until(() -> isIn(0, "standby") || isIn(1, "standby"));
  }

  @Test
  void a_killed_filter_has_denied_everyone_and_the_other_takes_over() {
    awaitStandby();
    var filter = active();
    var before = awaitOffer(System.nanoTime(), RECOVERY);

    var killed = System.nanoTime();
    site.process(filter).destroyForcibly();
    var after =
        await("another server answers")
            .atMost(RECOVERY)
            .pollInterval(Duration.ofMillis(10))
            .until(
                () ->
                    site.probe().offers().stream()
                        .filter(it -> it.askedAt() > killed)
                        .filter(it -> !it.server().equals(before.server()))
                        .findFirst(),
                Optional::isPresent)
            .orElseThrow();

    assertThat(Duration.ofNanos(after.offeredAt() - killed)).isLessThan(TAKE_OVER);
    assertThat(site.probe().offers())
        .as("the server of the killed filter answers nobody when the other does")
        .filteredOn(it -> it.server().equals(before.server()))
        .noneMatch(it -> it.askedAt() > killed + Duration.ofMillis(500).toNanos());
    site.stack().filters().get(filter).start();
  }

  @Test
  void an_inspection_that_ends_while_no_filter_is_alive_leaves_nothing_open() {
    awaitStandby();
    site.process(0).destroyForcibly();
    site.process(1).destroyForcibly();
    pause(Duration.ofMillis(300));
    site.api().order(node, "abort");
    assertDeniedSince(System.nanoTime());

    site.stack().filters().forEach(it -> it.start());
    assertDeniedSince(System.nanoTime());
    inspect_another();
  }

  private void inspect_another() {
    inspected = Enrolment.newAddress();
    nodes.add(site.waiting(inspected));
    site.awaitAnswered(inspected);
  }

  @Test
  void a_paused_filter_denies_everyone_and_does_not_come_back_beside_the_other() {
    awaitStandby();
    var filter = active();
    var before = awaitOffer(System.nanoTime(), RECOVERY);
    var pid = site.process(filter).pid();
    signal("STOP", pid);
    try {
      pause(TIMEOUT);
      awaitOffer(System.nanoTime(), TAKE_OVER);
    } finally {
      signal("CONT", pid);
    }
    pause(Duration.ofSeconds(3));
    var first =
        site.probe().offers().stream()
            .filter(it -> it.address().equals(inspected))
            .filter(it -> !it.server().equals(before.server()))
            .mapToLong(Offer::askedAt)
            .min()
            .orElseThrow();
    assertThat(site.probe().offers())
        .filteredOn(it -> it.address().equals(inspected) && it.server().equals(before.server()))
        .noneMatch(it -> it.askedAt() > first);
    await("it stands by").atMost(RECOVERY).until(() -> isIn(filter, "standby"));
  }

  private static void signal(String name, long pid) {
    run("kill", "-" + name, String.valueOf(pid));
  }

  private static void run(String... command) {
    try {
      assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Test
  void on_a_full_disk_an_end_is_denied_and_nobody_else_is_let_through() throws Exception {
    var hosts = site.network().hosts().getFirst().hosts();
    var filters = site.stack().filters();
    filters.forEach(it -> it.process().stop());
    run("mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", hosts.toString());
    try {
      site.restartDhcp(0);
      filters.getFirst().start();
      awaitOffer(System.nanoTime(), RECOVERY);
      var filler = hosts.resolve(".filler");
      assertThatThrownBy(() -> Files.write(filler, new byte[1 << 20]))
          .isInstanceOf(IOException.class);

      site.api().order(node, "abort");
      assertDeniedSince(System.nanoTime() + Duration.ofMillis(700).toNanos());
      var port = Enrolment.newAddress();
      site.api().createPort(node, port);
      pause(Duration.ofSeconds(2));
      assertThat(site.answers(port)).isFalse();

      Files.delete(filler);
      site.awaitState("filter-1", "active");
      inspect_another();
      site.api().order(nodes.getLast(), "abort");
    } finally {
      filters.getFirst().process().stop();
      run("umount", hosts.toString());
      site.restartDhcp(0);
      filters.forEach(it -> it.start());
    }
  }

  @Test
  void a_folder_that_is_removed_and_comes_back() throws Exception {
    awaitStandby();
    var filter = active();
    var hosts = site.network().hosts().get(filter).hosts();
    var server = site.network().hosts().get(filter).address();
    Folders.delete(hosts);

    await("the other takes over").atMost(RECOVERY).until(() -> isIn(1 - filter, "active"));
    var since = System.nanoTime();
    site.api().order(node, "abort");
    assertDeniedSince(System.nanoTime() + Duration.ofMillis(500).toNanos());
    assertThat(site.probe().offers())
        .noneMatch(it -> it.server().equals(server) && it.askedAt() > since);

    Files.createDirectories(hosts);
    await("it stands by").atMost(RECOVERY).until(() -> isIn(filter, "standby"));
    site.stack().filters().get(1 - filter).process().stop();
    inspect_another();
    assertThat(site.filter("filter-" + (filter + 1)).path("warning").asText())
        .contains("dnsmasq does not watch");
    site.stack().filters().get(1 - filter).start();
    site.restartDhcp(filter);
    site.awaitAnswered(inspected);
  }

  @Test
  void a_restarted_dnsmasq_reads_what_is_in_force() {
    var filter = active();
    site.restartDhcp(filter);

    awaitOffer(System.nanoTime(), RECOVERY);
    site.api().order(node, "abort");
    assertDeniedSince(System.nanoTime() + Duration.ofMillis(500).toNanos());
    site.restartDhcp(filter);
    assertDeniedSince(System.nanoTime());
  }

  @Test
  void without_a_database_everyone_is_denied_until_it_is_back() {
    var database = site.stack().database().processes();
    database.forEach(process -> signal("STOP", process.pid())); // connections stay open
    try {
      pause(TIMEOUT);
      var closed = System.nanoTime();
      pause(AWAY.minus(TIMEOUT));
      assertThat(offers(inspected, closed)).isZero();
    } finally {
      database.forEach(process -> signal("CONT", process.pid()));
    }

    awaitOffer(System.nanoTime(), RECOVERY);
  }

  @Test
  void killed_connections_to_the_database_change_nothing() {
    var filter = active();
    var since = System.nanoTime();
    for (int i = 0; i < 3; i++) {
      site.stack()
          .database()
          .query(
              "select pg_terminate_backend(pid)::text from pg_stat_activity where pid <> pg_backend_pid()"
                  + " and backend_type = 'client backend'");
      pause(Duration.ofSeconds(1));
    }

    assertThat(active()).isEqualTo(filter);
    assertThat(offers(inspected, since)).isPositive();
  }

  @Test
  void without_a_broker_an_end_is_seen_within_seconds_and_then_everyone_is_denied() {
    awaitStandby();
    var other = Enrolment.newAddress();
    nodes.add(site.waiting(other));
    site.awaitAnswered(other);
    var broker = site.stack().broker().process();
    broker.kill();
    var killed = System.nanoTime();
    site.api().order(node, "abort");
    assertDeniedSince(killed + Duration.ofMillis(2500).toNanos());
    pause(TIMEOUT);
    assertThat(site.answers(other)).isFalse();
    assertThat(site.filter("filter-1").path("reason").asText()).contains("The broker is away");
    pause(AWAY.minus(TIMEOUT));
    broker.start();

    site.awaitAnswered(other);
  }
}
