package dev.assay.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.ParameterException;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BenchmarkCommandTest {
  @Test
  void without_options_callbacks_are_a_closed_loop_on_the_services() {
    var callbacks = BenchmarkCommand.parse(new Callbacks());

    assertThat(callbacks.stack.kind).isEqualTo(StackKind.SERVICES);
    assertThat(callbacks.nodes).isEqualTo(1000);
    assertThat(callbacks.rate).isZero();
    assertThat(callbacks.concurrency).isEqualTo(32);
    assertThat(callbacks.hooks).isEqualTo(Callbacks.Hooks.DEFAULT);
    assertThat(callbacks.rules).isZero();
  }

  @Test
  void callbacks_can_run_all_hooks_and_rules() {
    var callbacks = parse(new Callbacks(), "--hooks all --rules 4");

    assertThat(callbacks.hooks).isEqualTo(Callbacks.Hooks.ALL);
    assertThat(callbacks.rules).isEqualTo(4);
  }

  @Test
  void options_are_read_in_any_order() {
    var callbacks = parse(new Callbacks(), "--rate 100 --stack standalone --nodes=3000");

    assertThat(callbacks.stack.kind).isEqualTo(StackKind.STANDALONE);
    assertThat(callbacks.nodes).isEqualTo(3000);
    assertThat(callbacks.rate).isEqualTo(100);
  }

  @Test
  void without_options_reads_measure_all_kinds_on_sixteen_connections() {
    var reads = BenchmarkCommand.parse(new Reads());

    assertThat(reads.only).containsExactly(ReadKind.values());
    assertThat(reads.connections).isEqualTo(16);
  }

  @Test
  void lists_replace_their_default() {
    assertThat(parse(new Reads(), "--only full_page,node").only)
        .containsExactly(ReadKind.FULL_PAGE, ReadKind.NODE);
    assertThat(parse(new RuleCosts(), "--rules 10,20").rules).isEqualTo(List.of(10, 20));
  }

  @Test
  void without_options_hostile_is_the_attack_that_the_service_must_stand() {
    var hostile = BenchmarkCommand.parse(new Hostile());

    assertThat(hostile.stack.kind).isEqualTo(StackKind.STANDALONE);
    assertThat(hostile.connections).isEqualTo(200);
    assertThat(hostile.bodySize).isEqualTo(15_000_000);
    assertThat(hostile.link).isEqualTo(125);
    assertThat(hostile.rate).isEqualTo(50);
    assertThat(hostile.callbacks).isEqualTo(300);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--nodes 0",
        "--nodes 5001",
        "--nodes many",
        "--nodes",
        "--concurrency 257",
        "--rate 2001",
        "--rate -1",
        "--size 1000001",
        "--stack cloud",
        "--colour red",
        "3000"
      })
  void wrong_options_are_refused_with_a_message_that_names_them(String line) {
    assertThatThrownBy(() -> parse(new Callbacks(), line))
        .isInstanceOf(ParameterException.class)
        .hasMessageContaining(line.replaceFirst(" .*", ""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"--nodes 1999", "--nodes 200001", "--seconds soon", "--warm-up 301", "--only all"})
  void reads_refuse_what_is_unknown_or_out_of_bounds(String line) {
    assertThatThrownBy(() -> parse(new Reads(), line)).isInstanceOf(ParameterException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--rules 0", "--rules 5,0", "--rules many", "--tried 5001"})
  void rules_refuse_what_is_unknown_or_out_of_bounds(String line) {
    assertThatThrownBy(() -> parse(new RuleCosts(), line)).isInstanceOf(ParameterException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--connections 500", "--seconds", "--rate x", "--link 2000"})
  void hostile_refuses_what_is_unknown_or_out_of_bounds(String line) {
    assertThatThrownBy(() -> parse(new Hostile(), line)).isInstanceOf(ParameterException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--nodes 0", "--nodes 20001", "--scale 301", "--starts", "--red 1"})
  void starts_refuse_what_is_unknown_or_out_of_bounds(String line) {
    assertThatThrownBy(() -> parse(new Starts(), line)).isInstanceOf(ParameterException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"--machines 0", "--machines 15001", "--conductors 0", "--plot", "--limit 601"})
  void fleets_refuse_what_is_unknown_or_out_of_bounds(String line) {
    assertThatThrownBy(() -> parse(new Fleet(), line)).isInstanceOf(ParameterException.class);
  }

  @Test
  void without_options_a_fleet_has_ten_thousand_machines_and_one_conductor() {
    var fleet = BenchmarkCommand.parse(new Fleet());

    assertThat(fleet.stack.kind).isEqualTo(StackKind.SERVICES);
    assertThat(fleet.machines).isEqualTo(10_000);
    assertThat(fleet.conductors).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"--help, 0", "--nodes 0, 2", "--colour red, 2", "--nodes many, 2"})
  void the_exit_code_tells_a_wrong_option(String line, int code) {
    assertThat(BenchmarkCommand.of(new Callbacks()).execute(line.split(" "))).isEqualTo(code);
  }

  @Test
  void the_help_shows_limits_choices_and_defaults() {
    assertThat(BenchmarkCommand.of(new Callbacks()).getUsageMessage())
        .startsWith("Usage: integration-tests/bench/callbacks [OPTIONS]")
        .contains("--nodes=1..5000", "standalone, services", "(default: 1000)", "--help");
  }

  private static <T> T parse(T benchmark, String line) {
    return BenchmarkCommand.parse(benchmark, line.split(" "));
  }
}
