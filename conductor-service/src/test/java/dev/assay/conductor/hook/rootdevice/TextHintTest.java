package dev.assay.conductor.hook.rootdevice;

import static dev.assay.conductor.hook.rootdevice.Given.disk;
import static dev.assay.conductor.hook.rootdevice.Given.model;
import static dev.assay.conductor.hook.rootdevice.Given.ofModel;
import static dev.assay.conductor.hook.rootdevice.Given.parse;
import static dev.assay.conductor.hook.rootdevice.Given.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Source: hooks.md 18.2 and 18.3. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TextHintTest {
  @ParameterizedTest(name = "{0} on {1}: {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "b          | b | true",
        "b          | bb | false",
        "s== b      | b | true",
        "s== b      | a | false",
        "s!= b      | a | true",
        "s!= b      | b | false",
        "s< b       | a | true",
        "s< b       | b | false",
        "s<= b      | b | true",
        "s<= b      | c | false",
        "s> b       | c | true",
        "s> b       | b | false",
        "s>= b      | b | true",
        "s>= b      | a | false",
        "<in> b     | abc | true",
        "<in> b     | ac | false",
        "<or> b     | b | true",
        "<or> a <or> b | b | true",
        "<or> a <or> b | c | false",
        "<or> a <or> b | a <or> b | false"
      })
  void knows_these_operators(String hint, String value, boolean match) {
    assertThat(model(hint).match(ofModel(value))).isEqualTo(match);
  }

  @ParameterizedTest
  @ValueSource(strings = {"s==b", "s== b", " s==  b ", "S==B", "<OR>b", "<or>a<or>b", "<In>B"})
  void needs_no_blanks_and_no_case(String hint) {
    assertThat(model(hint).match(ofModel(" B\t"))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "model",
        "vendor",
        "serial",
        "wwn",
        "wwn_with_extension",
        "wwn_vendor_extension",
        "name",
        "hctl",
        "by_path",
        "tran"
      })
  void is_compared_with_the_field_of_its_name(String name) {
    var hints = parse("{'%s':'X'}".formatted(name));

    assertThat(hints.match(disk("{'%s':'x'}".formatted(name)))).isTrue();
    assertThat(hints.match(disk("{'%s':'y'}".formatted(name)))).isFalse();
  }

  @ParameterizedTest(name = "{0} on {1}: {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "none | {}                | true",
        "none | {'model':null}    | true",
        "none | {'model':['a']}   | true",
        "none | {'model':'None'}  | true",
        "7    | {'model':7}       | true",
        "1.50 | {'model':1.50}    | true",
        "true | {'model':true}    | true",
        "s!= x | {'model':''}     | false",
        "s!= x | {'model':' '}    | false",
        "s!= x | {'model':'y'}    | true"
      })
  void takes_null_for_none_and_skips_disks_with_an_empty_text(
      String hint, String disk, boolean match) {
    assertThat(model(hint).match(disk(disk))).isEqualTo(match);
  }

  /** Blank 0x20 becomes %20, which sorts before letters, digits and {@code _.-~/}. */
  @ParameterizedTest(name = "{0} on {1}: {2}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "s< a-      | a b   | true",
        "s< a b     | a!    | false",
        "s< a!      | a b   | true",
        "s> a-      | a{    | false",
        "s> a_      | a~    | true",
        "<in> %20   | a b   | false",
        "<in> %20   | a%20b | true",
        "<in> 20    | a b   | true",
        "<in> c3    | é     | false",
        "é          | É     | true"
      })
  void is_compared_percent_encoded(String hint, String value, boolean match) {
    assertThat(model(hint).match(ofModel(value))).isEqualTo(match);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "x_.-~/y", "a:b+c&d", "\u0001", "\uD83D\uDE00", "a\u0000b"})
  void finds_the_text_it_is(String text) {
    assertThat(model(text).match(ofModel(text))).isTrue();
  }

  @Test
  void finds_a_disk_with_U_0000_after_the_hint_was_in_the_database() {
    assertThat(model("S1\uFFFD").match(ofModel("S1\u0000"))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"= 5", "== 5", "!= 5", ">= 5", "> 5", "<= 5", "< 5", "<range-in> [ 1 5 ]"})
  void refuses_operators_for_numbers(String hint) {
    refuses("{'model':'%s'}".formatted(hint), "could not convert");
  }

  @Test
  void refuses_all_in() {
    refuses("{'model':'<all-in> a b'}", "no list as the operator '<all-in>' needs");
  }

  @ParameterizedTest
  @ValueSource(strings = {"5", "true", "null", "['a']", "{'a':'b'}"})
  void must_be_a_text(String value) {
    refuses(
        "{'model':%s}".formatted(value),
        "Root device hint 'model' is not a string value. Hint expression: " + value);
  }
}
