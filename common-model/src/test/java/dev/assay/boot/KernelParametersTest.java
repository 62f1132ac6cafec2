package dev.assay.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.error.AssayException;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class KernelParametersTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      value = {
        "nofb vga=normal, nofb|vga=normal",
        "~  a=1\tb=2\n~,  a=1|b=2",
        "a=\"b c\" d,     a=\"b c\"|d",
        "\"a b\"=c,       \"a b\"=c",
        "$x ;y {z} #,     $x|;y|{z}|#",
      })
  void are_words_and_keep_quotation_marks(String text, String words) {
    assertThat(KernelParameters.parse(text).words()).containsExactly(words.split("\\|"));
  }

  @Test
  void may_be_empty() {
    assertThat(KernelParameters.parse(" ").words()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a=\"b",
        "a=\"b\nc\"",
        "a=\"b\tc\"",
        "a='b'",
        "a\\b",
        "a=\u00e4",
        "a\u0000b",
        "a\rb"
      })
  void are_refused_when_a_boot_loader_would_misread_them(String text) {
    assertThatThrownBy(() -> KernelParameters.parse(text))
        .isInstanceOf(AssayException.class)
        .hasMessageEndingWith(".");
  }

  @Test
  void add_a_default_only_if_the_name_is_not_given() {
    var given = new KernelParameters(List.of("ipa-collect-lldp=0"));

    assertThat(given.orElse("ipa-collect-lldp", "1")).isEqualTo(given);
    assertThat(given.orElse("ipa-debug", "1").text()).isEqualTo("ipa-collect-lldp=0 ipa-debug=1");
  }
}
