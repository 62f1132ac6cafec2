package dev.assay.pxefilter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.stack.Stack;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Two filters of one network that fail open: one of them is active all the same. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class FailOpenIT {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  @AutoClose static final Stack STACK = start();

  private static Stack start() {
    try {
      return Stack.named("pxe-fail-open")
          .conductors(0)
          .filters(2)
          .set("assay.pxe-filter.driver", "dnsmasq")
          .set("assay.pxe-filter.fail-open", true)
          .setFor("filter-1", "assay.pxe-filter.dhcp-hostsdir", Files.createTempDirectory("one"))
          .setFor("filter-2", "assay.pxe-filter.dhcp-hostsdir", Files.createTempDirectory("two"))
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode filter(int number) {
    return STACK.api().get("/v1/pxe_filters/filter-" + number).require(200).json();
  }

  private static String states() {
    return filter(1).path("state").asText() + " " + filter(2).path("state").asText();
  }

  private static boolean oneIsActive() {
    return states().equals("active standby") || states().equals("standby active");
  }

  /**
   * A standby looks at the lease every second, and its statement locks the row. The standby itself
   * is closed for a moment when its statement has to wait too long.
   */
  @Test
  void the_active_one_stays_active_when_its_lease_is_locked_at_times() throws Exception {
    await().atMost(LIMIT).until(FailOpenIT::oneIsActive);
    var before = states();
    var active = before.startsWith("active") ? 1 : 2;
    var since = filter(active).path("state_since").asText();

    for (int i = 0; i < 3; i++) {
      lockLeaseForAHeartbeat();
    }

    await().atMost(LIMIT).until(() -> states().equals(before));
    assertThat(filter(active).path("state_since").asText()).isEqualTo(since).isNotEmpty();
  }

  @Test
  void the_other_becomes_active_when_it_is_killed() {
    await().atMost(LIMIT).until(FailOpenIT::oneIsActive);
    var active = states().startsWith("active") ? 1 : 2;
    var other = 3 - active;

    STACK.filters().get(active - 1).process().kill();
    try {
      await().atMost(LIMIT).until(() -> filter(other).path("state").asText().equals("active"));
    } finally {
      STACK.filters().get(active - 1).start();
    }
    await().atMost(LIMIT).until(FailOpenIT::oneIsActive);
  }

  private static void lockLeaseForAHeartbeat() throws SQLException {
    try (var connection = STACK.database().connect();
        var statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      var locked =
          statement.executeQuery("select name from lease where name like 'pxe%' for update");
      assertThat(locked.next()).isTrue();
      var one = filter(1).path("updated_at").asText();
      var two = filter(2).path("updated_at").asText();
      await()
          .atMost(LIMIT)
          .until(
              () ->
                  !filter(1).path("updated_at").asText().equals(one)
                      || !filter(2).path("updated_at").asText().equals(two));
      connection.rollback();
    }
  }
}
