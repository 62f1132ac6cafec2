package dev.assay.conductor.hook.rootdevice;

import static dev.assay.conductor.hook.rootdevice.Given.disk;
import static dev.assay.conductor.hook.rootdevice.Given.diskOf;
import static dev.assay.conductor.hook.rootdevice.Given.parse;
import static dev.assay.conductor.hook.rootdevice.Given.refuses;
import static dev.assay.conductor.hook.rootdevice.Given.size;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Source of the tables: hooks.md 18.1 to 18.3. JSON with single quotes. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RootDeviceHintsTest {
  @Nested
  class The_table_of_the_specification {
    @ParameterizedTest(name = "{0} on {1}: {2}")
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '"',
        value = {
          "{'model':'perc h730p'}                  | {'model':'PERC H730P'} | true",
          "{'model':'<in> h730'}                   | {'model':'PERC H730P'} | true",
          "{'model':'<or> perc h730p <or> ssd x'}  | {'model':'PERC H730P'} | true",
          "{'vendor':'s!= dell'}                   | {'vendor':null}        | true",
          "{'vendor':'none'}                       | {'vendor':null}        | true",
          "{'rotational':'no'}                     | {'rotational':false}   | true",
          "{'hctl':'1:0:0:0'}                      | {'hctl':'1:0:0:0'}     | true",
          "{'by_path':'<in> nvme'}                 | {'by_path':null}       | false"
        })
    void of_texts_and_truth_values(String hints, String disk, boolean match) {
      assertThat(parse(hints).match(disk(disk))).isEqualTo(match);
    }

    @ParameterizedTest(name = "{0} on {1} GiB: {2}")
    @CsvSource({
      "1000, 1000, true",
      "'1000', 1000, true",
      "'== 1000', 1000, true",
      "931, 931.51, false",
      "'> 931', 931.51, true",
      "'= 900', 931.51, true",
      "'<range-in> [ 800 900 ]', 894, true",
      "'<range-in> ( 894 1000 ]', 894, false",
      "'<or> 894 <or> 1000', 1000, false"
    })
    void of_sizes(String hint, BigDecimal gib, boolean match) {
      assertThat(size(hint).match(diskOf(gib))).isEqualTo(match);
      if (hint.matches("[0-9]+")) {
        assertThat(parse("{'size':%s}".formatted(hint)).match(diskOf(gib))).isEqualTo(match);
      }
    }

    @Test
    void of_a_disk_sold_as_1_TB() {
      var disk = disk("{'size':1000204886016}");

      assertThat(parse("{'size':931}").match(disk)).isFalse();
      assertThat(parse("{'size':932}").match(disk)).isFalse();
      assertThat(parse("{'size':'> 931'}").match(disk)).isTrue();
      assertThat(parse("{'size':'= 900'}").match(disk)).isTrue();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
        delimiter = '|',
        quoteCharacter = '"',
        value = {
          "{'model':'!= foo'}                  | could not convert",
          "{'size':'<range-in> [800 900]'}     | Root device hint 'size' is not an integer value. Current value: <range-in> [800 900]",
          "{'size':0}                          | Root device hint 'size' should be a positive integer. Current value: 0",
          "{'size':-1}                         | Root device hint 'size' should be a positive integer. Current value: -1",
          "{'size':'10.5'}                     | Root device hint 'size' is not an integer value. Current value: 10.5",
          "{'size':'foo'}                      | Root device hint 'size' is not an integer value. Current value: foo",
          "{'size':''}                         | Root device hint 'size' expression is empty",
          "{'rotational':'maybe'}              | Root device hint 'rotational' is not a Boolean value. Current value: maybe",
          "{'rotational':null}                 | Root device hint 'rotational' is not a Boolean value. Current value: null",
          "'/dev/sda'                          | must be an object"
        })
    void of_failures(String hints, String sentence) {
      refuses(hints, sentence);
    }
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'size':10,'rotational':false} | {'size':10737418240,'rotational':false} | true",
        "{'size':10,'rotational':false} | {'size':10737418240,'rotational':true}  | false",
        "{'size':11,'rotational':false} | {'size':10737418240,'rotational':false} | false"
      })
  void all_must_hold(String hints, String disk, boolean match) {
    assertThat(parse(hints).match(disk(disk))).isEqualTo(match);
  }

  @Test
  void name_what_is_unknown_and_what_is_known() {
    refuses(
        "{'modell':'x','size':1,'uuid':'y'}",
        "The hints 'modell, uuid' are invalid. Valid hints are: 'model, wwn, serial, vendor, wwn_with_extension, wwn_vendor_extension, name, hctl, by_path, tran, size, rotational'");
    refuses("{'':'x'}", "The hints '' are invalid.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s==",
        "<or>",
        "<in> ",
        "<all-in>",
        "<range-in>",
        ">=",
        "s== s== b",
        "<or> <or> b"
      })
  void an_operator_needs_a_value(String hint) {
    var operator = hint.strip().split(" ", 2)[0];
    var sentence = " has no value behind the operator '%s'".formatted(operator);

    refuses("{'model':'%s'}".formatted(hint), sentence);
    refuses("{'size':'%s'}".formatted(hint), sentence);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t"})
  void an_expression_must_not_be_empty(String hint) {
    var hints = JsonNodeFactory.instance.objectNode().put("model", hint);

    assertThatThrownBy(() -> RootDeviceHints.parse(hints))
        .isInstanceOf(InvalidHint.class)
        .hasMessage("Root device hint \"model\" expression is empty");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "[]", "null", "5", "true", "'/dev/sda'", "[{'size':1}]"})
  void must_be_an_object(String hints) {
    refuses(hints, "must be an object with at least one hint");
  }

  @ParameterizedTest
  @CsvSource({
    "S4NDNA0K123456, true",
    "a s== b, true",
    "S== a, false",
    " <in> a, false",
    "=a, false",
    "' ', false",
    "'', false"
  })
  void know_a_text_that_is_no_expression(String text, boolean plain) {
    assertThat(RootDeviceHints.isPlain(text)).isEqualTo(plain);
  }
}
