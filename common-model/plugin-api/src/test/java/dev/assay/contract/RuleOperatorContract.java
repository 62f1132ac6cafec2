package dev.assay.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.rule.Arguments;
import dev.assay.rule.RuleOperator;
import java.util.Collection;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests what every operator of rules must do; the test of an operator extends this class. */
public abstract class RuleOperatorContract extends RuleStepContract<RuleOperator> {
  /** Creates the operator to test. */
  protected abstract RuleOperator operator();

  /**
   * Arguments, as JSON in the form of a rule, and whether the condition holds for them: at least
   * one for which it does, and one for which it does not.
   */
  protected abstract Map<String, Boolean> examples();

  @Override
  final RuleOperator create() {
    return operator();
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
    return examples().keySet();
  }

  @Test
  void holds_for_one_example_and_not_for_another() {
    assertThat(examples().values()).contains(true, false);
  }

  @Test
  void decides_as_its_examples_say() {
    examples()
        .forEach((args, holds) -> assertThat(tested().test(given(args))).as(args).isEqualTo(holds));
  }

  @Test
  void refuses_wrong_arguments_with_a_sentence() {
    for (var args : refused()) {
      assertThatThrownBy(() -> tested().test(given(args)))
          .as(args)
          .isInstanceOfSatisfying(Exception.class, RuleStepContract::assertSentence);
    }
  }

  @Test
  void decides_on_nonsense_or_refuses_it_with_a_sentence() {
    assertThat(nonsense())
        .allSatisfy(
            args -> {
              try {
                assertThat(tested().test(new GivenArguments(arguments(), args))).isIn(true, false);
              } catch (IllegalArgumentException e) {
                assertSentence(e);
              }
            });
  }

  @Test
  void changes_no_argument() {
    for (var text : accepted()) {
      JsonNode args = Json.read(text);
      var _ = tested().test(new GivenArguments(arguments(), args));
      assertThat(args).isEqualTo(Json.read(text));
    }
  }

  @Test
  void decides_the_same_every_time_and_in_every_thread() throws Exception {
    var operator = tested();
    assertSameInEveryThread(
        () -> accepted().stream().map(args -> operator.test(given(args))).toList());
  }
}
