package dev.assay.conductor.hook.rootdevice;

import static dev.assay.conductor.hook.rootdevice.Given.disk;
import static dev.assay.conductor.hook.rootdevice.Given.parse;
import static dev.assay.conductor.hook.rootdevice.Given.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Source: hooks.md 18.2 and 18.3. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RotationalHintTest {
  @ParameterizedTest
  @ValueSource(strings = {"true", "1", "'1'", "'t'", "'true'", "'on'", "'y'", "'yes'", "' Yes '"})
  void may_be_true(String value) {
    var hints = parse("{'rotational':%s}".formatted(value));

    assertThat(hints.match(disk("{'rotational':true}"))).isTrue();
    assertThat(hints.match(disk("{'rotational':'YES'}"))).isTrue();
    assertThat(hints.match(disk("{'rotational':1}"))).isTrue();
    assertThat(hints.match(disk("{'rotational':false}"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"false", "0", "'0'", "'f'", "'false'", "'OFF'", "'n'", "'no'"})
  void may_be_false(String value) {
    var hints = parse("{'rotational':%s}".formatted(value));

    assertThat(hints.match(disk("{'rotational':false}"))).isTrue();
    assertThat(hints.match(disk("{'rotational':true}"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{'rotational':null}", "{'rotational':'maybe'}", "{'rotational':[]}"})
  void does_not_find_a_disk_that_does_not_tell(String disk) {
    assertThat(parse("{'rotational':true}").match(disk(disk))).isFalse();
    assertThat(parse("{'rotational':false}").match(disk(disk))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"''", "2", "[]", "'== true'"})
  void must_be_one_of_these(String value) {
    refuses(
        "{'rotational':%s}".formatted(value),
        "Root device hint 'rotational' is not a Boolean value. Current value: ");
  }
}
