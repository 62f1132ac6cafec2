package dev.assay.simulator.ramdisk;

import dev.assay.simulator.hardware.HardwareKind;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * The retry rules of the callback in one release of the ramdisk (spec/ramdisk.md 7.2 and 9).
 *
 * @param pauses between the attempts; there is one more attempt than pauses
 * @param retriesAnswers true: 409 and 5xx are retried, false: only connection errors
 */
record RetryRules(List<Duration> pauses, boolean retriesAnswers) {
  static final RetryRules TODAY = new RetryRules(seconds(5, 5, 6, 12), true);
  static final RetryRules UNTIL_2023 = new RetryRules(seconds(5, 5, 5, 5), false);

  RetryRules {
    pauses = List.copyOf(pauses);
  }

  static RetryRules of(HardwareKind kind) {
    return switch (kind) {
      case OLD_RAMDISK -> UNTIL_2023;
      case ONE_U_TWO_SOCKET, GPU_SERVER, ARM64_SERVER, VIRTUAL_MACHINE, LARGE_STORAGE -> TODAY;
    };
  }

  boolean retries(int status) {
    return retriesAnswers && (status == 409 || status >= 500);
  }

  private static List<Duration> seconds(long... values) {
    return Arrays.stream(values).mapToObj(Duration::ofSeconds).toList();
  }
}
