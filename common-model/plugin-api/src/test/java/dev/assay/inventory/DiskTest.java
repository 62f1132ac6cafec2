package dev.assay.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Source: ramdisk.md 3.4; raw values: hooks.md 18.3. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DiskTest {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  @Test
  void tells_name_serial_and_size() {
    var disk = disk("{'name':'/dev/sda','serial':'S1','size':480103981056}");

    assertThat(disk.name()).hasValue("/dev/sda");
    assertThat(disk.serial()).hasValue("S1");
    assertThat(disk.size()).hasValue(480_103_981_056L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'name':null,'serial':null,'size':null}",
        "{'name':'','serial':'','size':'480'}",
        "{'name':7,'serial':['S1'],'size':true}",
        "{'name':{},'serial':false,'size':-1}",
        "{'size':1.5}",
        "{'size':9223372036854775808}",
        "{'size':1e999999999}",
        "{'size':1e-999999999}"
      })
  void reads_wrong_types_as_absent(String json) {
    assertThat(disk(json).name()).isEmpty();
    assertThat(disk(json).serial()).isEmpty();
    assertThat(disk(json).size()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1e3, 1000", "512.0, 512", "9223372036854775807, 9223372036854775807"})
  void takes_a_whole_number_in_any_notation_for_a_size(String size, long bytes) {
    assertThat(disk("{'size':%s}".formatted(size)).size()).hasValue(bytes);
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "'SSD X', SSD X",
        "'', \"\"",
        "7, 7",
        "1.50, 1.50",
        "true, true",
        "null, ",
        "[1], ",
        "{}, "
      })
  void gives_the_text_of_any_scalar(String value, String text) {
    assertThat(disk("{'model':%s}".formatted(value)).scalar("model").orElse(null)).isEqualTo(text);
  }

  @Test
  void has_no_text_for_a_field_that_is_not_there() {
    assertThat(disk("{}").scalar("model")).isEmpty();
  }

  @Test
  void hands_out_copies() {
    var disk = disk("{'name':'/dev/sda'}");
    disk.copy().put("name", "/dev/sdb");

    assertThat(disk.name()).hasValue("/dev/sda");
  }

  @Test
  void is_listed_in_the_order_reported() {
    var inventory =
        new Inventory(json("{'disks':[{'name':'/dev/sdb'},5,null,[],{'name':'/dev/sda'},{}]}"));

    assertThat(inventory.disks())
        .extracting(disk -> disk.name().orElse("-"))
        .containsExactly("/dev/sdb", "/dev/sda", "-");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{}", "{'disks':null}", "{'disks':{'a':{}}}", "{'disks':'sda'}", "[]", "5"})
  void is_not_there_without_a_list(String inventory) {
    assertThat(new Inventory(json(inventory)).disks()).isEmpty();
  }

  private static Disk disk(String json) {
    return new Disk(json(json));
  }

  private static JsonNode json(String text) {
    try {
      return MAPPER.readTree(text.replace('\'', '"'));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
