package dev.assay.conductor.hook.rootdevice;

import static dev.assay.conductor.hook.rootdevice.Given.disk;
import static dev.assay.conductor.hook.rootdevice.Given.diskOf;
import static dev.assay.conductor.hook.rootdevice.Given.refuses;
import static dev.assay.conductor.hook.rootdevice.Given.size;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Source: hooks.md 18.2 and 18.3. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SizeHintTest {
  @ParameterizedTest(name = "{0}: 9 {1}, 10 {2}, 11 {3}")
  @CsvSource({
    "10,                      false, true, false",
    "== 10,                   false, true, false",
    "!= 10,                   true, false, true",
    "= 10,                    false, true, true",
    ">= 10,                   false, true, true",
    ">=10,                    false, true, true",
    "> 10,                    false, false, true",
    "<= 10,                   true, true, false",
    "< 10,                    true, false, false",
    " 10 ,                    false, true, false",
    "+10,                     false, true, false",
    "<range-in> [ 9 10 ],     true, true, false",
    "<range-in> ( 9 10 ],     false, true, false",
    "<range-in> [ 9 10 ),     true, false, false",
    "<range-in> ( 9 11 ),     false, true, false",
    "<Range-In>  [  10  10 ], false, true, false",
    "<range-in> [ 9.5 10.5 ], false, true, false",
    "<range-in> [ -5 9 ],     true, false, false",
    "<or> 10 <or> 11,         false, false, false",
    "< 99999999999999999999,  true, true, true"
  })
  void knows_these_operators(String hint, boolean nine, boolean ten, boolean eleven) {
    assertThat(size(hint).match(diskOf(new BigDecimal(9)))).isEqualTo(nine);
    assertThat(size(hint).match(diskOf(new BigDecimal(10)))).isEqualTo(ten);
    assertThat(size(hint).match(diskOf(new BigDecimal(11)))).isEqualTo(eleven);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'size':null}",
        "{'size':'10737418240'}",
        "{'size':true}",
        "{'size':1e999999999}"
      })
  void does_not_find_a_disk_without_a_size(String disk) {
    assertThat(size("> 1").match(disk(disk))).isFalse();
    assertThat(size("!= 1").match(disk(disk))).isFalse();
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        ">= 10 20               | is not an integer value",
        "10 20                  | is not an integer value",
        "10 GiB                 | is not an integer value",
        "0x10                   | is not an integer value",
        "<or> 10 <or> x         | is not an integer value",
        "<or> 10 <or> 0         | should be a positive integer",
        "<or> 10 <or> -1        | should be a positive integer",
        "> -1                   | should be a positive integer",
        "<range-in> 800 900     | is not an integer value",
        "<range-in> [ 800 ]     | is not an integer value",
        "<range-in> [ a 900 ]   | is not an integer value",
        "<range-in> [ 800 inf ] | is not an integer value",
        "<range-in> [ 800 900 ] ] | is not an integer value",
        "<range-in> [ 900 800 ] | is not a range: the lower bound is above the upper one",
        "<range-in> { 800 900 ] | is not a range: the first bracket is neither [ nor (",
        "<range-in> ] 800 900 ] | is not a range: the first bracket is neither [ nor (",
        "<range-in> [ 800 900 [ | is not a range: the last bracket is neither ] nor )",
        "s== 10                 | the operator 's==' is for texts",
        "s!= 10                 | the operator 's!=' is for texts",
        "s< 10                  | the operator 's<' is for texts",
        "s<= 10                 | the operator 's<=' is for texts",
        "s> 10                  | the operator 's>' is for texts",
        "s>= 10                 | the operator 's>=' is for texts",
        "<in> 10                | the operator '<in>' is for texts",
        "<all-in> 10            | the operator '<all-in>' is for texts"
      })
  void is_refused(String hint, String sentence) {
    refuses("{'size':'%s'}".formatted(hint), sentence);
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "true", "10.5", "1e3", "[10]", "{}"})
  void must_be_a_whole_number(String value) {
    refuses("{'size':%s}".formatted(value), "Root device hint 'size' is not an integer value.");
  }
}
