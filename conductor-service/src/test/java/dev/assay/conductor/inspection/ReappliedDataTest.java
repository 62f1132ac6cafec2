package dev.assay.conductor.inspection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.conductor.command.CommandHandler;
import dev.assay.conductor.testing.SentMessages;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.Payloads;
import dev.assay.inspection.SplitPayload;
import dev.assay.message.Command;
import dev.assay.message.Envelope;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionState;
import dev.assay.reapply.FleetReapplies;
import dev.assay.reapply.FleetReapply;
import dev.assay.reapply.Reapply;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.hibernate.Session;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Stored data are processed again, docs/decisions/0052. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReappliedDataTest {
  private static final String GOOD = "03-arm64.json";
  private static final String WITHOUT_ARCHITECTURE = "h7-no-architecture.json";

  @Inject CommandHandler handler;
  @Inject Bench bench;
  @Inject Reapply reapply;
  @Inject FleetReapplies orders;
  @Inject SentMessages messages;
  @Inject Nodes nodes;
  @Inject Inspections inspections;
  @Inject Payloads payloads;
  @Inject Session database;

  @BeforeEach
  void clear() {
    bench.clear();
    QuarkusTransaction.requiringNew()
        .run(() -> database.createNativeMutationQuery("delete from reapply").executeUpdate());
  }

  @Nested
  class Data_of_a_node {
    @Test
    void become_its_properties_and_ports_again_and_its_state_stays() {
      var run = inspected(GOOD);
      bench.edit(
          run.node(),
          node -> node.update(node.attributes().withProperties(StoredJson.object()), bench.now()));

      var again = order(run);
      process(again);

      var state = bench.state(again);
      assertThat(state.provisionState()).isEqualTo("manageable");
      assertThat(state.timeline()).containsExactly("reapplying", "finished");
      assertThat(state.properties().path("cpu_arch").textValue()).isEqualTo("aarch64");
      assertThat(state.reservation()).isNull();
    }

    @Test
    void are_processed_once_when_the_command_comes_twice() {
      var again = order(inspected(GOOD));
      process(again);
      var before = bench.trace(again);

      process(again);

      assertThat(bench.trace(again)).isEqualTo(before);
      assertThat(bench.state(again).timeline()).containsExactly("reapplying", "finished");
    }

    @Test
    void that_fail_leave_the_state_of_the_node_and_its_result_and_say_why() {
      var run = inspected(GOOD);
      replacePayload(run, WITHOUT_ARCHITECTURE);

      var again = order(run);
      process(again);

      var state = bench.state(again);
      assertThat(state.provisionState()).isEqualTo("manageable");
      assertThat(state.stage()).isEqualTo("error");
      assertThat(state.lastError()).contains("CPU architecture");
      assertThat(state.inventory()).isTrue();
      assertThat(state.properties().path("cpu_arch").textValue()).isEqualTo("aarch64");
    }

    @Test
    void of_a_discovery_say_so_each_time() {
      var discovered = bench.discovered(Bench.sample(GOOD));
      process(discovered);

      var again = order(discovered);
      process(again);
      var onceMore = order(again);
      process(onceMore);

      assertThat(bench.state(onceMore).timeline()).containsExactly("reapplying", "finished");
      assertThat(bench.pluginData(again).path("auto_discovered").booleanValue()).isTrue();
      assertThat(bench.pluginData(onceMore).path("auto_discovered").booleanValue()).isTrue();
    }

    @Test
    void that_were_ordered_do_not_say_that_they_are_of_a_discovery() {
      var again = order(inspected(GOOD));

      process(again);

      assertThat(bench.pluginData(again).has("auto_discovered")).isFalse();
    }

    @Test
    void that_are_good_now_clear_the_failure_of_before() {
      var run = bench.processing(Bench.sample(WITHOUT_ARCHITECTURE));
      process(run);
      assertThat(bench.state(run).lastError()).isNotNull();
      replacePayload(run, GOOD);

      var again = order(run);
      process(again);

      assertThat(bench.state(again).stage()).isEqualTo("finished");
      assertThat(bench.state(again).lastError()).isNull();
      assertThat(bench.state(again).provisionState()).isEqualTo("inspect failed");
    }

    @Test
    void neither_power_the_machine_nor_let_it_boot() {
      var run = inspected(GOOD);
      bench.edit(run.node(), Node::powerOffIsOver);

      var again = order(run);
      process(again);

      assertThat(bench.node(run).work().powerOffAfter()).isEmpty();
      assertThat(messages.of(run.node()))
          .doesNotContain(new Command.PowerOffAfter(run.node(), again.inspection()))
          .noneMatch(Command.StartInspection.class::isInstance);
    }

    private void replacePayload(Bench.Run run, String sample) {
      var data = SplitPayload.of(Bench.sample(sample).getBytes(StandardCharsets.UTF_8));
      QuarkusTransaction.requiringNew()
          .run(
              () ->
                  payloads.keep(
                      inspections.find(run.inspection()).orElseThrow(), data, bench.now()));
    }
  }

  @Nested
  class An_order_for_many_nodes {
    @Test
    void begins_the_inspection_of_each_and_ends_when_all_have_ended() {
      var runs = List.of(inspected(GOOD), inspected(GOOD));
      var order = order(runs);

      await(order, it -> it.progress().waiting() == 0);
      assertThat(find(order).progress().running()).isEqualTo(2);
      assertThat(find(order).endedAt()).isNull();
      runs.forEach(run -> process(latest(run)));

      await(order, it -> it.endedAt() != null);
      assertThat(find(order).progress().finished()).isEqualTo(2);
      assertThat(problems(order)).isEmpty();
    }

    @Test
    void skips_nodes_without_data_and_nodes_that_are_used_and_says_why() {
      var used = inspected(GOOD);
      bench.edit(used.node(), node -> setState(used, "active"));
      var empty = new Bench.Run(bench.node(ProvisionState.MANAGEABLE), UUID.randomUUID());
      var order = order(List.of(used, empty));

      await(order, it -> it.endedAt() != null);

      assertThat(find(order).progress().skipped()).isEqualTo(2);
      assertThat(problems(order))
          .extracting(FleetReapplies.Outcome::why)
          .anySatisfy(why -> assertThat(why).contains("in state \"active\""))
          .anySatisfy(why -> assertThat(why).contains("no stored data"));
    }

    @Test
    void waits_for_a_node_that_a_conductor_works_on() {
      var run = inspected(GOOD);
      bench.holdAsOther(run, Duration.ofMinutes(5));
      var order = order(List.of(run));

      await(order, it -> attempts(it) > 0);

      assertThat(find(order).progress().waiting()).isEqualTo(1);
    }

    @Test
    void goes_on_with_the_others_while_a_node_is_being_changed() {
      var changed = inspected(GOOD);
      var order = order(List.of(changed, inspected(GOOD)));

      bench.edit(
          changed.node(),
          _ -> {
            await(order, it -> it.progress().running() == 1);
            assertThat(find(order).progress().waiting()).isEqualTo(1);
          });

      await(order, it -> it.progress().running() == 2);
    }

    private long attempts(FleetReapply order) {
      return QuarkusTransaction.requiringNew()
          .call(
              () ->
                  database
                      .createNativeQuery(
                          "select sum(attempts) from reapply_node where reapply_id = ?1",
                          Long.class)
                      .setParameter(1, order.id())
                      .getSingleResult());
    }

    private void setState(Bench.Run run, String state) {
      database
          .createNativeMutationQuery("update node set provision_state = ?2 where uuid = ?1")
          .setParameter(1, run.node().uuid())
          .setParameter(2, state)
          .executeUpdate();
    }

    private UUID order(List<Bench.Run> runs) {
      var numbers = runs.stream().map(run -> bench.node(run).id()).toList();
      return QuarkusTransaction.requiringNew()
          .call(() -> orders.create(StoredJson.object(), numbers, "eve", "req-7", bench.now()));
    }

    private FleetReapply find(UUID order) {
      return QuarkusTransaction.requiringNew().call(() -> orders.find(order).orElseThrow());
    }

    private List<FleetReapplies.Outcome> problems(UUID order) {
      return QuarkusTransaction.requiringNew()
          .call(() -> orders.problems(orders.find(order).orElseThrow(), 10));
    }

    private void await(UUID order, java.util.function.Predicate<FleetReapply> done) {
      Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> done.test(find(order)));
    }

    private Bench.Run latest(Bench.Run run) {
      return QuarkusTransaction.requiringNew()
          .call(
              () ->
                  new Bench.Run(
                      run.node(), inspections.latest(bench.node(run)).orElseThrow().uuid()));
    }
  }

  /** A node whose inspection finished with the data of {@code sample}. */
  private Bench.Run inspected(String sample) {
    var run = bench.processing(Bench.sample(sample));
    process(run);
    assertThat(bench.state(run).stage()).isEqualTo("finished");
    return run;
  }

  private Bench.Run order(Bench.Run run) {
    return QuarkusTransaction.requiringNew()
        .call(
            () ->
                new Bench.Run(
                    run.node(),
                    reapply.order(nodes.findForUpdate(run.node()).orElseThrow(), "req-7").uuid()));
  }

  private void process(Bench.Run run) {
    handler.receive(
        new Envelope(new Command.ProcessCallback(run.node(), run.inspection()), "req-7").write());
  }
}
