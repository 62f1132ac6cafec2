package dev.assay.client;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.client.OpenStackCommand.Outcome;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that a journey with wrong expectations fails. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class StepCheckTest {
  private static final JourneyVersion OLD = version(5);
  private static final JourneyVersion NEW = version(50);

  private static JourneyVersion version(int minor) {
    return new JourneyVersion("1." + minor, minor, List.of("openstack", "baremetal"));
  }

  private static void check(JourneyVersion version, Outcome outcome, String... lines) {
    var text = "== Chapter\n$ node show <node>\n" + String.join("\n", lines);
    var journey = Journey.parse(text.lines().toList());
    var step = journey.chapters().getFirst().steps().getFirst();
    new StepCheck(step, version, new Placeholders(1)).accept(outcome);
  }

  private static Outcome prints(String json) {
    return new Outcome(0, json, "");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a = 1            | {'a':1}",
        "a = one          | {'a':'one'}",
        "a = null         | {'a':null}",
        "a = {'b':[true]} | {'a':{'b':[true]}}",
        "a = ...          | {'a':false}",
        "nothing else     | {}",
        "before 1.50 a = 1| {}",
        "before 1.50 a = 1| {'a':''}",
        "2 rows           | [{'a':1},{'a':2}]",
        "row 2            | [{'a':1},{'a':2}]",
        "no row 3         | [{'a':1},{'a':2}]",
      })
  void what_is_as_expected_passes(String line, String json) {
    assertThatCode(() -> check(NEW, prints(json.replace('\'', '"')), line.replace('\'', '"')))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "a = 1            | {'a':'1'}",
        "a = 1            | {}",
        "a = null         | {}",
        "a = ...          | {'a':null}",
        "a = ...          | {'a':''}",
        "a = ...          | {'a':{}}",
        "a = ...          | {}",
        "nothing else     | {'a':1}",
        "before 1.50 a = 1| {'a':1}",
        "before 1.50 a = 1| {'a':null}",
        "before 1.50 a = 1| {'a':{}}",
        "2 rows           | [{'a':1}]",
        "row 2            | [{'a':1}]",
        "no row 1         | [{'a':1}]",
      })
  void what_is_not_fails(String line, String json) {
    assertThatThrownBy(() -> check(NEW, prints(json.replace('\'', '"')), line.replace('\'', '"')))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void a_field_below_a_row_is_of_that_row() {
    var table = prints("[{\"id\":\"x\",\"a\":1},{\"id\":\"y\",\"a\":2}]");

    assertThatCode(() -> check(NEW, table, "row y", "a = 2", "row x", "a = 1"))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> check(NEW, table, "row y", "a = 1"))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void only_the_first_failure_that_counts_is_looked_at() {
    var lines = new String[] {"before 1.10 refused", "fails with 2: no such", "a = 1"};
    var refused = new Outcome(1, "", "operation is not supported by the\nrequested version.");
    var failed = new Outcome(2, "", "no such thing");

    assertThatCode(() -> check(OLD, refused, lines)).doesNotThrowAnyException();
    assertThatCode(() -> check(NEW, failed, lines)).doesNotThrowAnyException();
    assertThatThrownBy(() -> check(NEW, refused, lines)).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> check(OLD, failed, lines)).isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> check(OLD, prints("{\"a\":1}"), lines))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void a_failure_that_nobody_expects_fails() {
    assertThatThrownBy(() -> check(NEW, new Outcome(1, "{\"a\":1}", "boom"), "a = 1"))
        .hasMessageContaining("boom");
  }

  @Test
  void a_line_that_cannot_be_read_is_refused() {
    assertThatThrownBy(() -> check(NEW, prints("{}"), "says nothing"))
        .hasMessageContaining("line 3 is no expectation: says nothing");
  }
}
