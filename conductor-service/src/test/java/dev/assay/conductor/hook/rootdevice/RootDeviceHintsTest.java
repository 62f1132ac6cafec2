package dev.assay.conductor.hook.rootdevice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.inventory.Disk;
import dev.assay.storedjson.StoredJson;
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

  @Nested
  class A_text_hint {
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

  @Nested
  class A_size_hint {
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
    void refuses(String hint, String sentence) {
      RootDeviceHintsTest.refuses("{'size':'%s'}".formatted(hint), sentence);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "true", "10.5", "1e3", "[10]", "{}"})
    void must_be_a_whole_number(String value) {
      RootDeviceHintsTest.refuses(
          "{'size':%s}".formatted(value), "Root device hint 'size' is not an integer value.");
    }
  }

  @Nested
  class A_rotational_hint {
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

  private static void refuses(String hints, String sentence) {
    assertThatThrownBy(() -> parse(hints))
        .isInstanceOf(InvalidHint.class)
        .hasMessageContaining(sentence.replace('\'', '"'));
  }

  private static RootDeviceHints model(String hint) {
    return RootDeviceHints.parse(JsonNodeFactory.instance.objectNode().put("model", hint));
  }

  private static RootDeviceHints size(String hint) {
    return RootDeviceHints.parse(JsonNodeFactory.instance.objectNode().put("size", hint));
  }

  private static RootDeviceHints parse(String hints) {
    return RootDeviceHints.parse(json(hints));
  }

  private static Disk ofModel(String model) {
    return new Disk(JsonNodeFactory.instance.objectNode().put("model", model));
  }

  private static Disk diskOf(BigDecimal gib) {
    var bytes = gib.multiply(BigDecimal.valueOf(1L << 30)).longValue();
    return new Disk(JsonNodeFactory.instance.objectNode().put("size", bytes));
  }

  private static Disk disk(String fields) {
    return new Disk(json(fields));
  }

  private static JsonNode json(String text) {
    return StoredJson.read(text.replace('\'', '"'), JsonNode.class);
  }
}
