package dev.assay.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.InspectionFailure;
import dev.assay.rule.Argument;
import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.Phase;
import dev.assay.rule.RuleAction;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Tests what every action of rules must do; the test of an action extends this class. */
public abstract class RuleActionContract extends RuleStepContract<RuleAction> {
  private static final ObjectNode NODE =
      Json.object(
          """
          {"uuid": "7a1c0bd4-6a27-4c1e-8a55-0d4cf4c1b0aa", "name": "u01", "driver": "redfish",
           "properties": {"cpu_arch": "x86_64", "capabilities": "boot_mode:uefi"},
           "extra": {"tags": ["a"], "note": "old"}, "traits": ["CUSTOM_RACK"]}
          """);
  private static final ObjectNode PORT =
      Json.object(
          """
          {"uuid": "0f4a2c55-53a2-4a44-9f0b-54c4ff9b3f9a", "address": "52:54:00:0a:00:01",
           "name": "eth0", "extra": {"tags": ["a"], "note": "old"}}
          """);
  private static final ObjectNode PLUGIN_DATA =
      Json.object("{\"tags\": [\"a\"], \"firmware\": {\"bios\": \"2.10.0\"}}");

  /** Creates the action to test. */
  protected abstract RuleAction action();

  /** Arguments with which it does something, as JSON in the form of a rule: at least one. */
  protected abstract List<String> examples();

  /**
   * The data on which it is run: by default node u01 with property {@code capabilities}, trait
   * CUSTOM_RACK, and one port, 52:54:00:0a:00:01; {@code extra} of both contains {@code tags} and
   * {@code note}, the plugin data {@code tags} and {@code firmware}.
   */
  protected RecordedScope scope() {
    return RecordedScope.of(NODE, List.of(PORT), PLUGIN_DATA);
  }

  @Override
  final RuleAction create() {
    return action();
  }

  @Override
  final String name() {
    return tested().name();
  }

  @Override
  final Arguments arguments() {
    return tested().arguments();
  }

  @Override
  final Collection<String> accepted() {
    return examples();
  }

  @Test
  void can_be_used() {
    assertThat(tested().refusal()).isEmpty();
  }

  @Test
  void does_something_in_each_example() {
    assertThat(accepted())
        .allSatisfy(
            args -> assertThat(outcome(tested(), args, scope())).isNotEqualTo(scope().state()));
  }

  @Test
  void accepts_its_examples_when_a_rule_is_created() {
    for (var args : accepted()) {
      for (var phase : Phase.values()) {
        if (phase != Phase.EARLY || tested().early()) {
          assertThatCode(() -> tested().check(given(args), phase))
              .as(args)
              .doesNotThrowAnyException();
        }
      }
    }
  }

  @Test
  void needs_no_node_if_it_is_for_phase_early() {
    if (tested().early()) {
      assertThat(accepted())
          .allSatisfy(args -> outcome(tested(), args, RecordedScope.early(PLUGIN_DATA)));
    }
  }

  @Test
  void refuses_wrong_arguments_with_a_sentence_and_changes_nothing() {
    for (var args : refused()) {
      var scope = scope();
      assertThatThrownBy(
              () -> {
                var given = given(args);
                tested().check(given, Phase.MAIN);
                tested().run(given, scope);
              })
          .as(args)
          .isInstanceOfSatisfying(Exception.class, RuleStepContract::assertSentence);
      assertThat(scope.state()).isEqualTo(scope().state());
    }
  }

  /** Any exception but those two ends the test, and its message has the arguments. */
  @Test
  void does_nonsense_or_refuses_it_with_a_sentence() {
    assertThat(nonsense())
        .allSatisfy(
            args -> {
              try {
                outcome(tested(), args.toString(), scope());
              } catch (IllegalArgumentException e) {
                assertSentence(e);
              }
            });
  }

  /** It is asked after a failure, which may be that of an argument. */
  @Test
  void says_in_words_what_it_attempts_and_reads_no_argument_for_that() {
    for (var args : accepted()) {
      assertThat(tested().attempt(new Unreadable(given(args)))).isNotBlank().doesNotEndWith(".");
    }
  }

  @Test
  void changes_no_argument() {
    for (var text : accepted()) {
      var args = Json.read(text);
      outcome(tested(), new GivenArguments(arguments(), args), scope());
      assertThat(args).isEqualTo(Json.read(text));
    }
  }

  @Test
  void does_the_same_every_time_and_in_every_thread() throws Exception {
    var action = tested();
    assertSameInEveryThread(
        () -> accepted().stream().map(args -> outcome(action, args, scope())).toList());
  }

  private List<Object> outcome(RuleAction action, String args, RecordedScope scope) {
    return outcome(action, given(args), scope);
  }

  /** What the action changed, or why it failed the inspection. */
  private static List<Object> outcome(
      RuleAction action, ArgumentValues given, RecordedScope scope) {
    try {
      action.run(given, scope);
      return scope.state();
    } catch (InspectionFailure e) {
      return List.of(e.sentence());
    }
  }

  /** Arguments that can be shown, but none of which has a value. */
  private record Unreadable(GivenArguments given) implements ArgumentValues {
    @Override
    public <T> T get(Argument<T> argument) {
      throw new IllegalArgumentException("attempt() may use shown() only");
    }

    @Override
    public String shown(Argument<?> argument) {
      return given.shown(argument);
    }

    @Override
    public boolean is(Argument<?> argument, Predicate<String> such) {
      return given.is(argument, such);
    }

    @Override
    public String told(Argument<?> argument) {
      return given.told(argument);
    }

    @Override
    public boolean inLoop() {
      return given.inLoop();
    }
  }
}
