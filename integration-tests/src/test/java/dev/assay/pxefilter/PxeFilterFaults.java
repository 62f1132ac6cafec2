package dev.assay.pxefilter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.dhcp.DhcpProbe.Offer;
import dev.assay.scenario.Enrolment;
import dev.assay.stack.Stack;
import java.io.IOException;
import java.io.UncheckedIOException;
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
 * Two filters, active and standby, while things break. Three machines ask for addresses all the
 * time: one that is inspected, and two that must never get one, a known and an unknown one. Spec
 * pxe-filter.md 4 and 10.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init") // filled before each test
abstract class PxeFilterFaults {
  private static final String STRANGER = "52:54:77:00:00:01";

  /** The default of assay.pxe-filter.heartbeat-timeout, and time for a probe. */
  static final Duration TIMEOUT = Duration.ofMillis(4000 + 500);

  private static final Duration TAKE_OVER = Duration.ofSeconds(5);
  static final Duration RECOVERY = Duration.ofSeconds(30);

  private final String driver;
  private final Duration orphaned;

  FilteredNetwork site;
  private String bystander;
  String inspected;
  String node;
  private AutoCloseable asking;
  final List<String> nodes = new ArrayList<>();

  /**
   * Tests a driver.
   *
   * @param orphaned how long a machine may be answered after its filter was killed
   */
  PxeFilterFaults(String driver, Duration orphaned) {
    this.driver = driver;
    this.orphaned = orphaned;
  }

  @BeforeAll
  void start() throws Exception {
    site =
        FilteredNetwork.start(
            "faults-" + driver,
            List.of(driver, driver),
            Stack.named("pxe-faults-" + driver).ownBroker());
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
  Offer awaitOffer(long since, Duration limit) {
    await("an offer")
        .atMost(limit)
        .pollInterval(Duration.ofMillis(20))
        .until(() -> offers(inspected, since) > 0);
    return site.probe().offers().stream()
        .filter(it -> it.address().equals(inspected) && it.askedAt() >= since)
        .findFirst()
        .orElseThrow();
  }

  long offers(String address, long since) {
    return site.probe().offers().stream()
        .filter(it -> it.address().equals(address) && it.askedAt() >= since)
        .count();
  }

  /** The machine is not answered from {@code since} on, for a second from now. */
  void assertDeniedSince(long since) {
    pause(Duration.ofSeconds(1));
    assertThat(offers(inspected, since)).isZero();
  }

  static void pause(Duration time) {
    await().pollDelay(time).atMost(time.plusSeconds(5)).until(() -> true);
  }

  /** Which filter is the active one: 0 or 1. */
  int active() {
    await("a filter is active")
        .atMost(RECOVERY)
        .until(() -> isIn(0, "active") || isIn(1, "active"));
    return isIn(0, "active") ? 0 : 1;
  }

  boolean isIn(int filter, String state) {
    var answer = site.api().get("/v1/pxe_filters/filter-" + (filter + 1));
    return answer.status() == 200 && answer.json().path("state").asText().equals(state);
  }

  void awaitStandby() {
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
        .noneMatch(it -> it.askedAt() > killed + orphaned.toNanos());
    assertThat(site.probe().offers())
        .filteredOn(it -> it.server().equals(before.server()))
        .noneMatch(it -> it.askedAt() > after.askedAt());
    site.stack().filters().get(filter).start();
  }

  @Test
  void an_inspection_that_ends_while_no_filter_is_alive_leaves_nothing_open() {
    awaitStandby();
    site.process(0).destroyForcibly();
    site.process(1).destroyForcibly();
    pause(orphaned);
    site.api().order(node, "abort");
    assertDeniedSince(System.nanoTime());

    site.stack().filters().forEach(it -> it.start());
    assertDeniedSince(System.nanoTime());
    inspectAnother();
  }

  void inspectAnother() {
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
    var paused = System.nanoTime();
    signal("STOP", pid);
    try {
      pause(TIMEOUT);
      awaitOffer(System.nanoTime(), TAKE_OVER);
    } finally {
      signal("CONT", pid);
    }
    pause(Duration.ofSeconds(3));
    assertNotBesideTheOther(before.server(), paused);
    await("it stands by").atMost(RECOVERY).until(() -> isIn(filter, "standby"));
  }

  /** The server has not answered the machine since the first answer of the other one. */
  void assertNotBesideTheOther(String server, long paused) {
    var offers =
        site.probe().offers().stream()
            .filter(it -> it.address().equals(inspected) && it.askedAt() > paused)
            .toList();
    var other =
        offers.stream()
            .filter(it -> !it.server().equals(server))
            .mapToLong(Offer::askedAt)
            .min()
            .orElseThrow();
    assertThat(offers)
        .filteredOn(it -> it.server().equals(server))
        .as("the other one answered first %d ms after the pause", (other - paused) / 1_000_000)
        .noneMatch(it -> it.askedAt() > other);
  }

  static void signal(String name, long pid) {
    run("kill", "-" + name, String.valueOf(pid));
  }

  static void run(String... command) {
    try {
      assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
