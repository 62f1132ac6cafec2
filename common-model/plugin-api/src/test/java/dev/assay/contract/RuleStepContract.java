package dev.assay.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.rule.Argument;
import dev.assay.rule.Arguments;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * What operators and actions have in common.
 *
 * @param <S> operator or action
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
abstract class RuleStepContract<S> {
  private static final int THREADS = 8;

  private @Nullable S tested;

  /**
   * Arguments that cannot work, as JSON in the form of a rule: each must be refused with a
   * sentence. By default none.
   */
  protected List<String> refused() {
    return List.of();
  }

  /** Creates the operator or action. */
  abstract S create();

  /** Created once for each test: its arguments may not be those of another instance. */
  final S tested() {
    if (tested == null) {
      tested = create();
    }
    return tested;
  }

  abstract String name();

  abstract Arguments arguments();

  /** The arguments of the examples. */
  abstract Collection<String> accepted();

  @Test
  void has_a_name_with_dashes() {
    assertThat(name()).matches("[a-z][a-z0-9]*(-[a-z0-9]+)*");
  }

  @Test
  void names_each_argument_once_and_the_required_ones_first() {
    var declared = arguments().declared();

    assertThat(declared).extracting(Argument::name).doesNotHaveDuplicates();
    assertThat(declared)
        .allSatisfy(argument -> assertThat(argument.name()).matches("[a-z][a-z0-9]*(_[a-z0-9]+)*"));
    assertThat(declared.stream().map(Argument::isRequired).toList())
        .isSortedAccordingTo((a, b) -> Boolean.compare(b, a));
  }

  @Test
  void declares_the_same_arguments_every_time() {
    assertThat(arguments().declared()).isEqualTo(arguments().declared());
  }

  @Test
  void can_read_the_values_of_arguments_that_are_not_given() {
    for (var argument : arguments().declared()) {
      if (argument.fallback() != null) {
        var alone = Arguments.of(argument);
        assertThat(GivenArguments.of(alone, "{}").literal(argument))
            .as(argument.name())
            .isPresent();
      }
    }
  }

  @Test
  void keeps_nothing_but_its_options() {
    assertThat(tested().getClass().getDeclaredFields())
        .allSatisfy(
            field -> assertThat(Modifier.isFinal(field.getModifiers())).as("%s", field).isTrue());
  }

  @Test
  void has_examples() {
    assertThat(accepted()).isNotEmpty();
  }

  final GivenArguments given(String args) {
    return GivenArguments.of(arguments(), args);
  }

  /** The arguments of the examples, each with one of them replaced by nonsense. */
  final List<JsonNode> nonsense() {
    return accepted().stream()
        .flatMap(args -> arguments().declared().stream().flatMap(odd -> nonsense(args, odd)))
        .toList();
  }

  private Stream<JsonNode> nonsense(String args, Argument<?> odd) {
    var sound = JsonNodeFactory.instance.objectNode();
    arguments().match(Json.read(args)).forEach(sound::set);
    return Json.nonsense().map(value -> sound.deepCopy().set(odd.name(), value));
  }

  /** Checks the message of a refusal, which continues a sentence of the service. */
  static void assertSentence(Exception refusal) {
    assertThat(refusal).isInstanceOf(IllegalArgumentException.class);
    assertThat(refusal.getMessage()).isNotBlank().doesNotEndWith(".").doesNotContain("Exception");
  }

  /** Runs {@code call} in several threads at once, which must all have the same result. */
  static <T> void assertSameInEveryThread(Callable<T> call) throws Exception {
    var first = call.call();
    try (var threads = Executors.newFixedThreadPool(THREADS)) {
      for (var other : threads.invokeAll(Collections.nCopies(4 * THREADS, call))) {
        assertThat(other.get()).isEqualTo(first);
      }
    }
  }
}
