package dev.assay.conductor.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.HardwareDriver;
import dev.assay.hardware.HardwareFailure;
import dev.assay.hardware.Power;
import dev.assay.hardware.PowerState;
import dev.assay.id.NodeId;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.CapturedLog;
import dev.assay.tracing.Tracing;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever exception a driver throws, the operation ends with a reason. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DriverGuardTest {
  private static final Bmc BMC =
      new Bmc(NodeId.random(), StoredJson.object().put("odd_password", "hunter2&rabbit"));

  /** A driver by somebody else. */
  private record OddDriver(Supplier<Optional<PowerState>> answer) implements HardwareDriver, Power {
    @Override
    public DriverDescription description() {
      return new DriverDescription("odd", Map.of(), Map.of(), Set.of(), List.of());
    }

    @Override
    public Optional<PowerState> power(Bmc bmc) {
      return answer.get();
    }

    @Override
    public void power(Bmc bmc, PowerState target, Duration limit) {
      var _ = answer.get();
    }
  }

  @Test
  void a_driver_is_not_asked_with_driver_info_that_could_not_be_decrypted() {
    var sentence = "The stored driver_info cannot be decrypted.";
    var bmc = new Bmc(NodeId.random(), StoredJson.object(), Optional.of(sentence), true, () -> {});

    assertThatThrownBy(() -> guarded(() -> fail("it was asked")).power(bmc))
        .isInstanceOfSatisfying(
            HardwareFailure.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.DRIVER_INFO_UNREADABLE))
        .hasMessageContaining(sentence);
  }

  @Test
  void an_unexpected_exception_is_a_failure_with_driver_class_and_message() {
    fails(
        () -> {
          throw new IllegalStateException(
              "wrapped", new IllegalArgumentException("port out of range:99999"));
        },
        "Driver odd failed in power with an unexpected error: IllegalArgumentException (port out of range:99999). Check driver_info;");
  }

  @Test
  void an_answer_of_null_is_a_failure() {
    fails(() -> null, "Driver odd failed in power", "it answered null");
  }

  @Test
  void errors_of_its_classes_are_failures_too() {
    fails(
        () -> {
          throw new NoClassDefFoundError("com/example/Vendor");
        },
        "NoClassDefFoundError (com/example/Vendor)");
    fails(
        () -> {
          throw new StackOverflowError();
        },
        "StackOverflowError.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"invalid header value: hunter2&rabbit", "cut at hunter2&r", "a=hunter2%26rabbit"})
  void a_message_that_may_hold_a_secret_is_left_out_of_sentence_and_log(String message) {
    try (var log = CapturedLog.of(DriverGuard.class)) {
      fails(
          () -> {
            throw new IllegalArgumentException(message);
          },
          "IllegalArgumentException (left out: it may repeat a password)");

      assertThat(String.join("\n", log.lines()))
          .contains("OddDriver.power")
          .doesNotContain("hunter2");
    }
  }

  @Test
  void what_is_not_the_drivers_passes_through() {
    var refused = new AssayException(ErrorCode.NODE_LOCKED, "locked");
    var failed = new HardwareFailure(ErrorCode.BMC_REFUSED, "no");
    for (var thrown :
        List.of(refused, failed, new CancellationException("stop"), new OutOfMemoryError("full"))) {
      assertThatThrownBy(
              () ->
                  guarded(
                          () -> {
                            throw sneaky(thrown);
                          })
                      .power(BMC))
          .isSameAs(thrown);
    }
  }

  @Test
  void a_sentence_that_the_database_could_not_hold_is_made_readable() {
    assertThatThrownBy(
            () ->
                guarded(
                        () -> {
                          throw new HardwareFailure(
                              ErrorCode.BMC_REFUSED, "a\u0000b\nc" + "x".repeat(5000));
                        })
                    .power(BMC))
        .isInstanceOfSatisfying(
            HardwareFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(ErrorCode.BMC_REFUSED);
              assertThat(failure.sentence()).startsWith("a b cxxx").endsWith("...").hasSize(2000);
            });
  }

  @Test
  void operations_are_measured_by_driver_and_operation_and_failures_by_code() {
    var metrics = new SimpleMeterRegistry();
    var power =
        (Power)
            DriverGuard.before(
                new OddDriver(() -> Optional.of(PowerState.ON)),
                new BmcMetrics(metrics),
                Tracing.OFF);
    power.power(BMC);
    power.power(BMC, PowerState.OFF, Duration.ofSeconds(1));
    var failing =
        (Power)
            DriverGuard.before(
                new OddDriver(
                    () -> {
                      throw new HardwareFailure(ErrorCode.BMC_REFUSED, "no");
                    }),
                new BmcMetrics(metrics),
                Tracing.OFF);
    assertThatThrownBy(() -> failing.power(BMC)).isInstanceOf(HardwareFailure.class);

    assertThat(metrics.get("assay.bmc.operation").tag("operation", "power").timer().count())
        .isEqualTo(2);
    assertThat(metrics.get("assay.bmc.operation").tag("operation", "setPower").timer().count())
        .isEqualTo(1);
    var failures = metrics.get("assay.bmc.failures").counters();
    assertThat(failures).hasSize(1);
    assertThat(failures.iterator().next().getId().getTags())
        .containsExactlyInAnyOrder(
            Tag.of("driver", "odd"), Tag.of("operation", "power"), Tag.of("code", "BMC_REFUSED"));
  }

  private static Power guarded(Supplier<Optional<PowerState>> answer) {
    return (Power) DriverGuard.before(new OddDriver(answer), BmcMetrics.none(), Tracing.OFF);
  }

  private static void fails(Supplier<Optional<PowerState>> answer, String... parts) {
    assertThatThrownBy(() -> guarded(answer).power(BMC))
        .isInstanceOfSatisfying(
            HardwareFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(ErrorCode.DRIVER_ERROR);
              assertThat(failure.sentence()).contains(parts).endsWith(".");
            });
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> RuntimeException sneaky(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
