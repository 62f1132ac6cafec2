package dev.assay.conductor.inspection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.conductor.command.CommandHandler;
import dev.assay.conductor.hardware.Drivers;
import dev.assay.conductor.hardware.StoredBmc;
import dev.assay.conductor.testing.SentMessages;
import dev.assay.hardware.Power;
import dev.assay.hardware.PowerState;
import dev.assay.id.NodeId;
import dev.assay.message.Command;
import dev.assay.message.Envelope;
import dev.assay.node.Node;
import dev.assay.node.NodeAttributes;
import dev.assay.node.ProvisionEvent;
import dev.assay.testing.EmbeddedDatabase;
import dev.assay.testing.Fixtures;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Spec conductor.md 6.6. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class PowerOffAfterInspectionTest {
  private static final String GOOD = "03-arm64.json";

  @Inject CommandHandler handler;
  @Inject Bench bench;
  @Inject SentMessages messages;
  @Inject Drivers drivers;

  @BeforeEach
  void clear() {
    bench.clear();
  }

  @Test
  void whoever_processed_the_data_switches_the_node_off_at_once() {
    var run = inspected();

    assertIsOff(run);
    assertThat(bench.node(run).reservation()).isNull();
    assertThat(messages.of(run.node())).noneMatch(Command.PowerOffAfter.class::isInstance);
  }

  @Test
  void a_node_is_switched_off_once() {
    var run = inspected();
    bench.edit(run.node(), node -> node.powerIs(PowerState.ON, bench.now()));

    powerOffAfter(run);
    send(new Command.ProcessCallback(run.node(), run.inspection()));

    assertThat(bench.node(run).powerState()).isEqualTo("power on");
  }

  @Test
  void a_machine_that_may_not_be_powered_off_is_rebooted() {
    var run = bench.processing(Bench.sample(GOOD));
    bench.edit(
        run.node(),
        node -> node.update(with(node.attributes(), "disablePowerOff", true), bench.now()));

    send(new Command.ProcessCallback(run.node(), run.inspection()));

    var node = bench.node(run);
    assertThat(bench.state(run).stage()).isEqualTo("finished");
    assertThat(node.work().powerOffAfter()).isEmpty();
    assertThat(node.lastError()).isNull();
    var bmc = StoredBmc.of(node);
    assertThat(((Power) drivers.serving(node.attributes())).power(bmc))
        .as("machines of the fake driver are off until they are powered on or rebooted")
        .contains(PowerState.ON);
  }

  static Stream<BiFunction<NodeId, UUID, Command>> whatComesAgain() {
    return Stream.of(Command.ProcessCallback::new, Command.PowerOffAfter::new);
  }

  @ParameterizedTest
  @MethodSource("whatComesAgain")
  void a_node_whose_conductor_died_after_the_commit_is_switched_off_by_the_next(
      BiFunction<NodeId, UUID, Command> command) {
    var run = inspectedButOn();

    send(command.apply(run.node(), run.inspection()));

    assertIsOff(run);
  }

  private void assertIsOff(Bench.Run run) {
    assertThat(bench.node(run).powerState()).isEqualTo("power off");
    assertThat(bench.node(run).work().powerOffAfter()).isEmpty();
    assertThat(bench.node(run).work().timeLeft()).isEmpty();
  }

  @Test
  void a_node_that_is_switched_by_hand_is_left_alone() {
    var run = bench.processing(Bench.sample(GOOD));
    bench.edit(
        run.node(), node -> node.update(Fixtures.manual(Map.of("inspect", "agent")), bench.now()));

    send(new Command.ProcessCallback(run.node(), run.inspection()));

    assertThat(bench.state(run).stage()).isEqualTo("finished");
    assertThat(bench.node(run).work().powerOffAfter()).isEmpty();
    assertThat(bench.node(run).powerState()).isNotEqualTo("power off");
  }

  @Test
  void a_machine_whose_data_were_replayed_is_left_alone_as_it_was_not_powered_on() {
    var run = bench.replayed(Bench.sample(GOOD));

    send(new Command.ProcessCallback(run.node(), run.inspection()));

    var state = bench.state(run);
    assertThat(state.provisionState()).isEqualTo("manageable");
    assertThat(state.timeline()).containsExactly("waiting", "processing", "finished");
    assertThat(state.inventory()).isTrue();
    assertThat(bench.node(run).work().powerOffAfter()).isEmpty();
  }

  static Stream<Named<BiConsumer<Node, Bench>>> whatComesFirst() {
    return Stream.of(
        Named.of(
            "a verb",
            (node, bench) -> {
              node.move(ProvisionEvent.PROVIDE, bench.now());
              node.move(ProvisionEvent.DONE, bench.now());
            }),
        Named.of(
            "a power change",
            (node, bench) -> {
              node.powerShallBe(PowerState.ON, Duration.ofSeconds(60), bench.now());
              node.powerChangeIsOver(bench.now());
            }),
        Named.of(
            "an instance",
            (node, bench) ->
                node.update(
                    with(node.attributes(), "instanceUuid", UUID.randomUUID()), bench.now())));
  }

  @ParameterizedTest
  @MethodSource("whatComesFirst")
  void a_late_command_has_no_effect_when_something_came_first(BiConsumer<Node, Bench> first) {
    var run = inspectedButOn();
    bench.edit(run.node(), node -> first.accept(node, bench));

    powerOffAfter(run);

    assertThat(bench.node(run).powerState()).isEqualTo("power on");
    assertThat(bench.node(run).work().timeLeft()).isEmpty();
  }

  private static NodeAttributes with(NodeAttributes before, String name, Object value) {
    try {
      var parts = NodeAttributes.class.getRecordComponents();
      var values = new Object[parts.length];
      for (var i = 0; i < parts.length; i++) {
        values[i] = parts[i].getName().equals(name) ? value : parts[i].getAccessor().invoke(before);
      }
      var types = Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
      return NodeAttributes.class.getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("the attributes of a node are no record any more", e);
    }
  }

  private Bench.Run inspected() {
    var run = bench.processing(Bench.sample(GOOD));
    send(new Command.ProcessCallback(run.node(), run.inspection()));
    assertThat(bench.state(run).stage()).isEqualTo("finished");
    return run;
  }

  /** As a conductor leaves it that dies between its commit and the power-off. */
  private Bench.Run inspectedButOn() {
    var run = inspected();
    bench.edit(
        run.node(),
        node -> {
          node.powerIs(PowerState.ON, bench.now());
          node.powerOffAfter(run.inspection());
          node.work().ordered(Duration.ofHours(6));
        });
    return run;
  }

  private void powerOffAfter(Bench.Run run) {
    send(new Command.PowerOffAfter(run.node(), run.inspection()));
  }

  private void send(Command command) {
    handler.receive(new Envelope(command, "req-test").write());
  }
}
