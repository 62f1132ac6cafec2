package dev.assay.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class UntrustedTextTest {
  /** As with a BMC that repeats what was sent to it. */
  @Test
  void text_from_outside_is_shown_only_without_secrets() {
    var texts = UntrustedText.without(List.of("calvin-5ecret", ""));

    assertThat(texts.words("user root\nmay\u0000not")).isEqualTo("user root may not");
    assertThat(texts.words("x".repeat(400))).hasSize(300).endsWith("...");
    assertThat(texts.words("no calvin-5ecret")).isEqualTo(UntrustedText.LEFT_OUT);
    assertThat(texts.words("x".repeat(296) + "calvin-5ecret")).isEqualTo(UntrustedText.LEFT_OUT);
    assertThat(texts.name("/calvin-5ec")).isEqualTo(UntrustedText.LEFT_OUT);
    assertThat(UntrustedText.without(List.of("two\twords")).words("of two words"))
        .isEqualTo(UntrustedText.LEFT_OUT);
    assertThat(UntrustedText.without(List.of("a")).words("no such thing"))
        .as("it could be looked for, but would tell by what is left out")
        .isEqualTo(UntrustedText.LEFT_OUT);
    assertThat(UntrustedText.without(List.of("a")).name("/redfish/v1")).isEqualTo("/redfish/v1");
    assertThat(Optional.of(texts.words("\uD800 lone"))).hasValue("lone");
  }
}
