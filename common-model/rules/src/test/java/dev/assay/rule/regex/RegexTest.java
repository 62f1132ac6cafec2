package dev.assay.rule.regex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Source: spec rules.md 6. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RegexTest {
  @ParameterizedTest(name = "{0} in ''{1}''")
  @CsvSource(
      delimiter = ';',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "b$;ab⏎;true",
        "b$;ab⏎⏎;false",
        "b\\Z;ab⏎;false",
        "(?m)^b$;a⏎b⏎c;true",
        "(?m:^b$);a⏎b⏎c;true",
        "^b$;a⏎b⏎c;false",
        "(?P<n>a)b;ab;true",
        "^\\d$;٣;true",
        "^\\w$;é;true",
        "^[^\\W_]$;_;false",
        "^[^\\W\\d_]$;é;true",
        "^[\\W]$;é;false",
        "^\\s$;\u00a0;true",
        "^[\\s\\S]$;⏎;true",
        "^[[]$;[;true",
        "^[]a]$;];true",
        "^[a&&b]$;&;true",
        "^[\\b]$;\u0008;true",
        "^a{,2}$;aa;true",
        "^a{,2}$;aaa;false",
        "^a{x$;a{x;true",
        "^\\x41\\u00e9\\101$;AéA;true",
        "(?i)É;é;true",
        "(?i:a)B;AB;true",
        "a(?#note)b;ab;true",
        "a.b;a⏎b;false",
        "(?s)a.b;a⏎b;true"
      })
  void means_what_it_means_in_python(String regex, String text, boolean contains) {
    assertThat(Regex.compile(regex).contains(text.replace('⏎', '\n'))).isEqualTo(contains);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "a(?=b), look-ahead",
    "a(?!b), look-ahead",
    "(?<=a)b, look-behind",
    "(?<!a)b, look-behind",
    "(a)\\1, back references",
    "(?P<n>a)(?P=n), references to groups",
    "(a)?(?(1)b), references to groups",
    "(?>a), no such group",
    "a++, repeated already",
    "*a, nothing to repeat",
    "(?x)a, only i",
    "a(?i)b, at the start",
    "\\q, no escape",
    "a\\, ends too early",
    "[z-a], before its start",
    "[a-\\d], single characters",
    "[a, bracket",
    "(a, parenthesis",
    "a), parenthesis",
    "'a{1001}', at most 1000",
    "'(?:a{1000}){1000}', too large",
    "(?i)\u1c80, flag i"
  })
  void is_refused_with_a_sentence(String regex, String why) {
    assertThatThrownBy(() -> Regex.compile(regex))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("invalid regular expression: ")
        .hasMessageContaining(why);
  }

  @ParameterizedTest
  @ValueSource(strings = {"(", "(?:", "a|", "[a]", "(?i)[\\x61-\\U0010ffff]"})
  void is_refused_when_there_is_too_much_of_it(String part) {
    assertThatThrownBy(() -> Regex.compile(part.repeat(2500)))
        .hasMessageStartingWith("invalid regular expression: ");
  }

  /** RE2/J 1.8 loops forever when it looks for other cases of some letters (issue 168). */
  @Test
  void every_letter_is_compiled_or_refused_without_regard_to_case() {
    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(60),
        () ->
            assertThat(
                    IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                        .filter(c -> Character.toUpperCase(c) != Character.toLowerCase(c))
                        .filter(c -> !compiles("(?i)" + Character.toString(c)))
                        .toArray())
                .containsExactly(IntStream.rangeClosed(0x1c80, 0x1c88).toArray()));
  }

  @Test
  void time_grows_with_the_text_only() {
    var regex = Regex.compile("(a*)*b");

    Assertions.assertTimeoutPreemptively(
        Duration.ofSeconds(30), () -> assertThat(regex.contains("a".repeat(100_000))).isFalse());
  }

  @ParameterizedTest
  @CsvSource({
    "zz, 1048576, true",
    "zz, 1048577, false",
    "'.{0,1000}zz', 30000, true",
    "'.{0,1000}zz', 40000, false"
  })
  void a_text_that_takes_too_long_is_refused_with_a_sentence(
      String regex, int length, boolean searched) {
    var compiled = Regex.compile(regex);
    var text = "a".repeat(length);

    if (searched) {
      assertThat(compiled.contains(text)).isFalse();
      assertThat(compiled.matches(text)).isFalse();
    } else {
      assertThatThrownBy(() -> compiled.contains(text))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("the text has %d characters".formatted(length));
      assertThatThrownBy(() -> compiled.matches(text)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static boolean compiles(String regex) {
    try {
      return Regex.compile(regex).contains(regex.substring(4));
    } catch (IllegalArgumentException _) {
      return false;
    }
  }
}
