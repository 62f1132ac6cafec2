package dev.assay.conductor.inspection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.conductor.testing.SentMessages;
import dev.assay.hardware.PowerState;
import dev.assay.id.NodeId;
import dev.assay.message.Command;
import dev.assay.node.ProvisionEvent;
import dev.assay.node.ProvisionState;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * Sending lost commands again. No test sends a command itself: all that are seen were sent again.
 */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class LostCommandsTest {
  private static final String GOOD = "03-arm64.json";
  private static final int LONG_AGO = 31;

  @Inject Bench bench;
  @Inject MovedTime time;
  @Inject SentMessages sent;

  @BeforeEach
  void clear() {
    bench.clear();
  }

  @Nested
  class An_inspection_of_which_nothing_was_heard {
    @Test
    void is_started_again() {
      var run = bench.starting(StoredJson.object());
      time.orderedAgo(run, LONG_AGO);
      awaitSent(run.node(), new Command.StartInspection(run.node(), run.inspection()));
    }

    @Test
    void has_its_data_processed_again() {
      var run = bench.processing(Bench.sample(GOOD));
      time.orderedAgo(run, LONG_AGO);
      awaitSent(run.node(), new Command.ProcessCallback(run.node(), run.inspection()));
    }

    @Test
    void is_aborted_again() {
      var run = bench.aborting();
      time.orderedAgo(run, LONG_AGO);
      awaitSent(run.node(), new Command.AbortInspection(run.node(), run.inspection()));
    }

    @Test
    void of_a_discovered_machine_has_its_data_processed_again() {
      var run = bench.discovered(Bench.sample(GOOD));
      time.orderedAgo(run, LONG_AGO);
      awaitSent(run.node(), new Command.ProcessCallback(run.node(), run.inspection()));
    }

    @Test
    void is_ordered_again_once_and_then_after_twice_the_time() {
      var run = bench.starting(StoredJson.object());
      time.orderedAgo(run, LONG_AGO);
      awaitSent(run.node(), new Command.StartInspection(run.node(), run.inspection()));

      time.orderedAgo(run, 2 * LONG_AGO - 10);
      awaitAnother();
      assertThat(sentTo(run.node())).hasSize(1);

      time.orderedAgo(run, 2 * LONG_AGO);
      await().until(() -> sentTo(run.node()).size() == 2);
    }

    @Test
    void whose_conductor_died_over_it_is_ordered_again_at_once_with_the_time_of_an_order() {
      var run = bench.starting(StoredJson.object());
      time.begun(run, 1);
      bench.holdAsOther(run, Duration.ZERO);
      awaitSent(run.node(), new Command.StartInspection(run.node(), run.inspection()));
      assertThat(time.timeLeft(run)).isGreaterThan(Duration.ofHours(5));
    }
  }

  @Nested
  class An_inspection_is_not_ordered_again {
    @Test
    void when_it_was_ordered_a_moment_ago() {
      var run = bench.starting(StoredJson.object());
      awaitAnother();
      assertThat(sentTo(run.node())).isEmpty();
    }

    @Test
    void while_a_conductor_works_on_it() {
      var run = bench.starting(StoredJson.object());
      time.begun(run, 100);
      time.orderedAgo(run, 100);
      bench.holdAsOther(run, Duration.ofMinutes(5));
      awaitAnother();
      assertThat(sentTo(run.node())).isEmpty();
    }

    @Test
    void while_conductors_take_up_those_that_were_ordered_before_it() {
      var earlier = bench.starting(StoredJson.object());
      var waiting = bench.starting(StoredJson.object());
      time.orderedAgo(earlier, 3000);
      time.begun(earlier, 20);
      bench.holdAsOther(earlier, Duration.ofMinutes(5));
      time.orderedAgo(waiting, 2000);
      awaitAnotherProcessing();
      assertThat(sentTo(waiting.node())).isEmpty();

      time.orderedAgo(waiting, 4000); // overtaken: it is not in the queue any more
      awaitSent(waiting.node(), new Command.StartInspection(waiting.node(), waiting.inspection()));
    }

    @Test
    void because_of_one_that_was_ordered_again_while_others_were_not() {
      var again = bench.starting(StoredJson.object());
      var first = bench.starting(StoredJson.object());
      var waiting = bench.starting(StoredJson.object());
      time.orderedAgo(again, 1000);
      time.orderedAgain(again);
      time.orderedAgo(first, 3000);
      for (var run : List.of(again, first)) {
        time.begun(run, 20);
        bench.holdAsOther(run, Duration.ofMinutes(5));
      }
      time.orderedAgo(waiting, 2000);
      awaitAnotherProcessing();
      assertThat(sentTo(waiting.node())).isEmpty();

      time.begun(first, 1000); // the queue was lost: only what was ordered again is taken up
      awaitSent(waiting.node(), new Command.StartInspection(waiting.node(), waiting.inspection()));
    }

    @Test
    void because_one_that_was_ordered_a_little_later_was_taken_up_before_it() {
      var later = bench.starting(StoredJson.object());
      var waiting = bench.starting(StoredJson.object());
      time.orderedAgo(later, 2000);
      time.begun(later, 20);
      bench.holdAsOther(later, Duration.ofMinutes(5));
      time.orderedAgo(waiting, 2005);
      awaitAnotherProcessing();
      assertThat(sentTo(waiting.node())).isEmpty();
    }

    @Test
    void while_the_ramdisk_is_waited_for() {
      var run = bench.waiting(Bench.LONG);
      time.startedAgo(run, 100);
      awaitAnother();
      assertThat(sentTo(run.node())).isEmpty();
    }

    @Test
    void while_no_conductor_serves_its_node() {
      var run = bench.starting(StoredJson.object());
      time.change("update node set conductor_group = 'far' where uuid = ?1", run.node());
      time.orderedAgo(run, LONG_AGO);
      awaitAnother();
      assertThat(sentTo(run.node())).isEmpty();
    }
  }

  @Nested
  class A_node_of_which_nothing_was_heard {
    @Test
    void is_verified_again() {
      var node = bench.node(ProvisionState.ENROLL);
      bench.edit(node, it -> it.move(ProvisionEvent.MANAGE, bench.now()));
      time.workOrdered(node, LONG_AGO);
      awaitSent(node, new Command.VerifyNode(node));
    }

    @Test
    void is_cleaned_again() {
      var node = bench.node(ProvisionState.MANAGEABLE);
      bench.edit(node, it -> it.move(ProvisionEvent.PROVIDE, bench.now()));
      time.workOrdered(node, LONG_AGO);
      awaitSent(node, new Command.CleanNode(node));
    }

    @Test
    void has_its_power_changed_again_as_it_was_asked_for() {
      var node = bench.node(ProvisionState.MANAGEABLE);
      bench.edit(
          node, it -> it.powerShallBe(PowerState.SOFT_REBOOT, Duration.ofSeconds(77), bench.now()));
      time.workOrdered(node, LONG_AGO);
      awaitSent(node, new Command.ChangePower(node, PowerState.SOFT_REBOOT, 77));
    }

    @Test
    void is_switched_off_again_after_its_inspection() {
      var node = bench.node(ProvisionState.MANAGEABLE);
      var inspection = java.util.UUID.randomUUID();
      bench.edit(node, it -> it.powerOffAfter(inspection));
      time.workOrdered(node, LONG_AGO);
      awaitSent(node, new Command.PowerOffAfter(node, inspection));
    }

    @Test
    void is_left_alone_when_a_moment_passed_or_a_conductor_works_on_it() {
      var fresh = bench.node(ProvisionState.ENROLL);
      bench.edit(fresh, it -> it.move(ProvisionEvent.MANAGE, bench.now()));
      time.workOrdered(fresh, 20);
      var held = bench.node(ProvisionState.ENROLL);
      bench.edit(held, it -> it.move(ProvisionEvent.MANAGE, bench.now()));
      time.workOrdered(held, LONG_AGO + 10);
      bench.holdAsOther(new Bench.Run(held, java.util.UUID.randomUUID()), Duration.ofMinutes(5));
      is_cleaned_again();
      assertThat(sentTo(fresh)).isEmpty();
      assertThat(sentTo(held)).isEmpty();
    }
  }

  private List<Command> sentTo(NodeId node) {
    return sent.commands().stream().filter(command -> command.node().equals(node)).toList();
  }

  private void awaitSent(NodeId node, Command command) {
    await().untilAsserted(() -> assertThat(sentTo(node)).containsExactly(command));
  }

  /** One that is due later than all others of the test was sent, so they were looked at. */
  private void awaitAnother() {
    var other = bench.starting(StoredJson.object());
    time.orderedAgo(other, LONG_AGO);
    awaitSent(other.node(), new Command.StartInspection(other.node(), other.inspection()));
  }

  private void awaitAnotherProcessing() {
    var other = bench.processing(Bench.sample(GOOD));
    time.orderedAgo(other, LONG_AGO);
    awaitSent(other.node(), new Command.ProcessCallback(other.node(), other.inspection()));
  }
}
