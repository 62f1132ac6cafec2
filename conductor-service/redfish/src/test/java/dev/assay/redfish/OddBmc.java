package dev.assay.redfish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.contract.FakeTime;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.HardwareFailure;
import dev.assay.redfish.StubBmc.Reply;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;

/** A simulated BMC with behaviour of real BMCs that the standard does not describe. */
@DisplayNameGeneration(ReplaceUnderscores.class)
abstract class OddBmc {
  static final String GET_SYSTEM = "GET " + StubBmc.SYSTEM;
  static final String RESET = "POST " + StubBmc.SYSTEM + "/Actions/ComputerSystem.Reset";
  static final String SESSIONS = "/redfish/v1/SessionService/Sessions";

  final StubBmc stub = new StubBmc();
  final FakeTime time = new FakeTime();
  final RedfishDriver driver =
      new RedfishDriver(
          new RedfishDriver.Times(
              Duration.ofSeconds(2), Duration.ofSeconds(5), Duration.ofSeconds(60)),
          time,
          time);

  @AfterEach
  void close() {
    stub.close();
  }

  /** One after the other; the last one again and again. */
  static Supplier<Reply> replies(Reply... replies) {
    var left = new ArrayDeque<>(Arrays.asList(replies));
    return () -> left.size() > 1 ? left.removeFirst() : left.getFirst();
  }

  static void fails(ThrowingCallable call, ErrorCode code, String... parts) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            HardwareFailure.class,
            failure -> {
              assertThat(failure.code()).as(failure.sentence()).isEqualTo(code);
              assertThat(failure.sentence())
                  .contains(parts)
                  .doesNotContain("calvin-5ecret")
                  .endsWith(".");
            });
  }
}
