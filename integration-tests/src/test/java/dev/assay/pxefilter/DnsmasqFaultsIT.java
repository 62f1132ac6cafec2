package dev.assay.pxefilter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.scenario.Enrolment;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** With the driver dnsmasq, whose guard denies everyone at once when the filter was killed. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DnsmasqFaultsIT extends PxeFilterFaults {
  /** How long database and broker are away; a minute is assay.fault.seconds=60. */
  private static final Duration AWAY = Duration.ofSeconds(Long.getLong("assay.fault.seconds", 12));

  DnsmasqFaultsIT() {
    super("dnsmasq", Duration.ofMillis(500));
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
      inspectAnother();
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
    inspectAnother();
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
    var database = site.stack().database();
    try {
      database.freeze();
      pause(TIMEOUT);
      var closed = System.nanoTime();
      pause(AWAY.minus(TIMEOUT));
      assertThat(offers(inspected, closed)).isZero();
    } finally {
      database.thaw();
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
