package dev.assay.conductor.inspection;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.conductor.command.CommandHandler;
import dev.assay.conductor.hardware.Drivers;
import dev.assay.conductor.testing.SentMessages;
import dev.assay.conductor.work.NodeWork;
import dev.assay.conductor.work.WorkOutcome;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.Boot;
import dev.assay.hardware.BootChoice;
import dev.assay.hardware.BootDevice;
import dev.assay.hardware.Power;
import dev.assay.hardware.PowerState;
import dev.assay.inspection.Inspections;
import dev.assay.lease.LeaseLost;
import dev.assay.lease.LeasedNode;
import dev.assay.lease.NodeLease;
import dev.assay.message.Command;
import dev.assay.message.Envelope;
import dev.assay.node.Nodes;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import dev.assay.time.Stopwatch;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusMock;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What happens to work when another process takes over its node before it is done. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class LostLeaseTest {
  @Inject CommandHandler handler;
  @Inject Bench bench;
  @Inject NodeWork work;
  @Inject NodeLease nodeLease;
  @Inject Nodes nodes;
  @Inject Drivers drivers;
  @Inject Clock clock;
  @Inject SentMessages sent;
  @Inject Transactions transactions;

  @BeforeEach
  void clear() {
    bench.clear();
    sent.clear();
  }

  @Test
  void a_start_stops_before_it_commands_the_bmc_again_and_its_message_is_tried_again() {
    var run = bench.starting(StoredJson.object());
    var start = new Command.StartInspection(run.node(), run.inspection());
    passing(ofSeconds(1));

    sendAndRevoke(start, run, 2); // it chooses the device, powers on

    assertThat(bench.state(run).stage()).isEqualTo("starting");
    assertThat(bench.state(run).lastError()).isNull();
    assertThat(fake(Power.class).power(bmc(run))).contains(PowerState.OFF);
    awaitAgain(start);
    send(start);
    assertThat(bench.state(run).stage()).isEqualTo("waiting");
  }

  @ParameterizedTest(name = "{0}: {1} transactions")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                            | 1 | []
          {"ipmi_address": "192.0.2.1"} | 1 | ["192.0.2.1"]
          {"ipmi_address": "localhost"} | 2 | []
          """)
  void a_start_that_is_soon_done_writes_once_and_before_it_only_what_it_has_to_wait_for(
      String driverInfo, int transactionsUnderLease, String findableBy) {
    var run = bench.starting(StoredJson.read(driverInfo, ObjectNode.class));
    passing(Duration.ZERO);

    var begun =
        transactions.underLease(
            run, () -> send(new Command.StartInspection(run.node(), run.inspection())));

    assertThat(begun).isEqualTo(transactionsUnderLease);
    assertThat(bench.state(run).stage()).isEqualTo("waiting");
    assertThat(bench.node(run).driverInternalInfo().get(Inspections.ADDRESSES))
        .hasToString(findableBy);
  }

  @Test
  void a_change_of_power_is_not_made_and_its_message_is_tried_again() {
    var run = bench.starting(StoredJson.object());
    passing(ofSeconds(1));
    var on = new Command.ChangePower(run.node(), PowerState.ON, 60);
    change(run, node -> node.powerShallBe(PowerState.ON, ofMinutes(1), clock.instant()));

    sendAndRevoke(on, run, 1);

    assertThat(bench.node(run).targetPowerState()).isEqualTo("power on");
    assertThat(fake(Power.class).power(bmc(run))).contains(PowerState.OFF);
    awaitAgain(on);
    send(on);
    assertThat(bench.node(run).targetPowerState()).isNull();
  }

  @Test
  void neither_the_end_nor_a_step_of_the_work_is_written() {
    var run = bench.starting(StoredJson.object());

    losesIt(run, leased -> work.finish(leased, node -> node.fail("written", clock.instant())));
    losesIt(run, leased -> work.write(leased, node -> node.fail("written", clock.instant())));
    losesIt(
        run,
        leased ->
            work.finishUnless(leased, _ -> true, node -> node.fail("written", clock.instant())));
    losesIt(run, leased -> work.finishPoweredOff(leased, run.inspection(), true, clock.instant()));

    assertThat(bench.state(run).lastError()).isNull();
    assertThat(bench.node(run).powerState()).isNull();
  }

  @Test
  void a_bmc_is_not_commanded_once_the_lease_expired_even_if_nobody_took_it() {
    var run = bench.starting(StoredJson.object());
    var leased = hold(run, Duration.ZERO);

    assertThatThrownBy(
            () -> fake(Boot.class).bootFrom(leased.guard(bmc(run)), BootDevice.PXE, true))
        .isInstanceOf(LeaseLost.class);
    assertThat(fake(Boot.class).bootDevice(bmc(run)))
        .isEqualTo(new BootChoice(BootDevice.PXE, false));
  }

  @Test
  void a_bmc_is_commanded_while_the_lease_stands() {
    var run = bench.starting(StoredJson.object());
    var leased = hold(run, Duration.ofMinutes(1));

    fake(Boot.class).bootFrom(leased.guard(bmc(run)), BootDevice.PXE, true);

    assertThat(fake(Boot.class).bootDevice(bmc(run)))
        .isEqualTo(new BootChoice(BootDevice.PXE, true));
  }

  /** From now on {@code time} passes from each look at the stopwatch to the next. */
  private static void passing(Duration time) {
    var passed = new AtomicLong();
    QuarkusMock.installMockForType(
        new Stopwatch() {
          @Override
          public long nanos() {
            return passed.addAndGet(time.toNanos());
          }
        },
        Stopwatch.class);
  }

  private LeasedNode hold(Bench.Run run, Duration ttl) {
    return QuarkusTransaction.requiringNew()
        .call(() -> nodeLease.acquire(nodes.findForUpdate(run.node()).orElseThrow(), "c1", ttl))
        .orElseThrow();
  }

  private void losesIt(Bench.Run run, Consumer<LeasedNode> writing) {
    var outcome =
        work.run(
            run.node(),
            Optional::of,
            (leased, _) -> {
              change(run, nodeLease::revoke);
              writing.accept(leased);
            });
    assertThat(outcome).isInstanceOf(WorkOutcome.LeaseLost.class);
  }

  /**
   * Carries out {@code command}; the lease is revoked just before the transaction number {@code
   * step} that the command begins under it, be it a write or the check before a command to the BMC.
   */
  private void sendAndRevoke(Command command, Bench.Run run, int step) {
    var left = new AtomicInteger(step);
    transactions.during(
        () -> send(command),
        () -> {
          if (bench.state(run).reservation() != null && left.decrementAndGet() == 0) {
            change(run, nodeLease::revoke);
          }
        });
    assertThat(left).as("transactions that were not begun").hasValue(0);
  }

  private void awaitAgain(Command command) {
    await().atMost(10, TimeUnit.SECONDS).until(() -> sent.commands().contains(command));
  }

  private void change(Bench.Run run, Consumer<dev.assay.node.Node> change) {
    QuarkusTransaction.requiringNew()
        .run(() -> change.accept(nodes.findForUpdate(run.node()).orElseThrow()));
  }

  private <T> T fake(Class<T> ability) {
    return ability.cast(drivers.require("fake-hardware"));
  }

  private static Bmc bmc(Bench.Run run) {
    return new Bmc(run.node(), StoredJson.object());
  }

  private void send(Command command) {
    handler.receive(new Envelope(command, "req-test").write());
  }
}
