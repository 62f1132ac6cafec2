package dev.assay.simulator.bmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.HardwareKind;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BmcLatencyTest {
  private static final Duration LATENCY = Duration.ofMillis(200);

  @Test
  void delays_each_response() throws Exception {
    try (var bmc =
        new RedfishClient(HardwareKind.ONE_U_TWO_SOCKET, plan -> plan.bmcLatency(LATENCY))) {
      long start = System.nanoTime();
      bmc.system();
      bmc.system();

      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .isGreaterThanOrEqualTo(LATENCY.multipliedBy(2));
    }
  }

  @Test
  void is_zero_by_default_and_never_negative() {
    var plan = RackPlan.to("http://127.0.0.1:9/");

    assertThat(plan.build().bmcLatency()).isZero();
    assertThatThrownBy(() -> plan.bmcLatency(Duration.ofMillis(-1)).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("BMC latency");
  }
}
