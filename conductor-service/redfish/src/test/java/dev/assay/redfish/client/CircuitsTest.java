package dev.assay.redfish.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** When a BMC that times out gets requests. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CircuitsTest {
  private static final BmcAddress BMC = BmcAddress.parse("10.0.0.5");
  private static final BmcAddress OTHER = BmcAddress.parse("10.0.0.6");

  private Instant now = Instant.parse("2026-11-23T12:00:00Z");
  private final Circuits circuits = new Circuits(() -> now);

  @Test
  void a_bmc_gets_requests_until_three_in_a_row_time_out() {
    circuits.timedOut(BMC);
    circuits.timedOut(BMC);
    assertThat(circuits.refused(BMC)).isEmpty();

    circuits.timedOut(BMC);

    assertThat(circuits.refused(BMC)).contains(Circuits.PAUSE);
    assertThat(circuits.refused(OTHER)).isEmpty();
  }

  @Test
  void any_answer_counts_from_the_beginning() {
    circuits.timedOut(BMC);
    circuits.timedOut(BMC);
    circuits.answered(BMC);
    circuits.timedOut(BMC);
    circuits.timedOut(BMC);

    assertThat(circuits.refused(BMC)).isEmpty();
  }

  @Test
  void after_the_pause_one_request_is_sent_and_the_others_wait_for_its_result() {
    open();
    now = now.plus(Circuits.PAUSE);

    assertThat(circuits.refused(BMC)).isEmpty();
    assertThat(circuits.refused(BMC)).contains(Circuits.PAUSE);

    circuits.answered(BMC);
    assertThat(circuits.refused(BMC)).isEmpty();
    assertThat(circuits.refused(BMC)).isEmpty();
  }

  @Test
  void a_trial_that_times_out_starts_the_pause_anew() {
    open();
    now = now.plus(Circuits.PAUSE);
    assertThat(circuits.refused(BMC)).isEmpty();
    now = now.plus(Duration.ofSeconds(10));
    circuits.timedOut(BMC);

    assertThat(circuits.refused(BMC)).contains(Circuits.PAUSE);
  }

  @Test
  void a_trial_that_never_ends_does_not_keep_the_bmc_out_for_ever() {
    open();
    now = now.plus(Circuits.PAUSE);
    assertThat(circuits.refused(BMC)).isEmpty();
    now = now.plus(Circuits.PAUSE);

    assertThat(circuits.refused(BMC)).isEmpty();
  }

  private void open() {
    circuits.timedOut(BMC);
    circuits.timedOut(BMC);
    circuits.timedOut(BMC);
  }
}
