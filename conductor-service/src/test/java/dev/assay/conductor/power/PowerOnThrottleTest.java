package dev.assay.conductor.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.hardware.Sleep;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.hibernate.Session;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The minimum time between two power-ons; the database's clock counts. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class PowerOnThrottleTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration HOUR = Duration.ofHours(1);

  @Inject Session database;

  private final List<Duration> waits = new ArrayList<>();

  @BeforeEach
  @AfterEach
  void nobody_was_powered_on() {
    run("delete from power_on_turn");
  }

  @Test
  void the_first_may_go_at_once_and_the_next_after_the_interval_whoever_asks() {
    assertThat(conductor(this::minuteLater).awaitTurn(HOUR)).isTrue();
    assertThat(waits).isEmpty();

    assertThat(conductor(this::minuteLater).awaitTurn(HOUR)).isTrue();
    assertThat(waits).hasSize(1);
    assertThat(waits.getFirst()).isBetween(Duration.ofSeconds(30), Duration.ofSeconds(61));
  }

  @Test
  void a_turn_that_another_took_meanwhile_is_waited_for_again() {
    conductor(this::minuteLater).awaitTurn(HOUR);
    var other = conductor(this::minuteLater);

    var third =
        conductor(
            wait -> {
              minuteLater(wait);
              if (waits.size() == 1) {
                other.awaitTurn(HOUR);
              }
            });

    assertThat(third.awaitTurn(HOUR)).isTrue();
    assertThat(waits).hasSize(2);
  }

  @Test
  void who_would_wait_too_long_does_not_wait_and_takes_no_turn() {
    conductor(this::minuteLater).awaitTurn(HOUR);

    assertThat(conductor(this::minuteLater).awaitTurn(Duration.ofSeconds(5))).isFalse();

    assertThat(waits).isEmpty();
  }

  @Test
  void who_is_interrupted_takes_no_turn() {
    conductor(this::minuteLater).awaitTurn(HOUR);
    var stopping =
        conductor(
            _ -> {
              throw new InterruptedException();
            });

    assertThatThrownBy(() -> stopping.awaitTurn(HOUR)).isInstanceOf(CancellationException.class);

    assertThat(Thread.interrupted()).isTrue();
    nobody_was_powered_on();
    assertThat(conductor(this::minuteLater).awaitTurn(HOUR)).isTrue();
    assertThat(waits).isEmpty();
  }

  @Test
  void a_shorter_interval_counts_at_once() {
    conductor(this::minuteLater).awaitTurn(HOUR);

    var impatient = new PowerOnThrottle(database, Duration.ofSeconds(1), this::minuteLater);

    assertThat(impatient.awaitTurn(HOUR)).isTrue();
    assertThat(waits).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-PT1S", "PT61S"})
  void an_interval_out_of_range_is_refused(String interval) {
    assertThatThrownBy(() -> new PowerOnThrottle(database, Duration.parse(interval), Sleep.REAL))
        .hasMessageContaining("assay.conductor.reboot-throttle must be from 0s to 60s");
  }

  private PowerOnThrottle conductor(Sleep sleep) {
    return new PowerOnThrottle(database, MINUTE, sleep);
  }

  private void minuteLater(Duration wait) {
    waits.add(wait);
    run("update power_on_turn set next_at = next_at - interval '61 s'");
  }

  private void run(String sql) {
    QuarkusTransaction.requiringNew()
        .run(() -> database.createNativeMutationQuery(sql).executeUpdate());
  }
}
