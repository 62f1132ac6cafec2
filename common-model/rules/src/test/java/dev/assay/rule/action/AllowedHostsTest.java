package dev.assay.rule.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.plugin.PluginRefused;
import dev.assay.rule.engine.RuleRegistries;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AllowedHostsTest {
  @ParameterizedTest(name = "{0} allows {1}")
  @CsvSource({
    "h.example.org,      http://h.example.org,              http://h.example.org/",
    "h.example.org,      https://h.example.org:8443/a?b=c,  https://h.example.org:8443/a?b=c",
    "h.example.org,      HTTP://H.Example.ORG:80/A,         http://h.example.org/A",
    "H.Example.org.,     http://h.example.org/,             http://h.example.org/",
    "h.example.org,      https://h.example.org./,           https://h.example.org/",
    "h.example.org:443,  https://h.example.org/,            https://h.example.org/",
    "h.example.org:80,   http://h.example.org/,             http://h.example.org/",
    "h.example.org:443,  http://h.example.org:443/,         http://h.example.org:443/",
    "h.example.org,      http://h.example.org:/,            http://h.example.org/",
    "h.example.org,      http://h.example.org/a%2Fb?q=%20#f, http://h.example.org/a%2Fb?q=%20",
    "h.example.org,      http://h.example.org/zürich?ä,     http://h.example.org/z%C3%BCrich?%C3%A4",
    "192.0.2.1,          http://192.0.2.1/,                 http://192.0.2.1/",
    "[2001:db8::1],      http://[2001:DB8:0:0::1]:8080/,    'http://[2001:db8:0:0:0:0:0:1]:8080/'",
    "[2001:db8::1]:443,  https://[2001:db8::1]/,            'https://[2001:db8:0:0:0:0:0:1]/'"
  })
  void a_listed_host_may_be_called_by_any_of_its_forms(String entry, String url, String called) {
    assertThat(AllowedHosts.of(List.of(entry)).require(url)).isEqualTo(URI.create(called));
  }

  @ParameterizedTest(name = "{0} does not allow {1}")
  @CsvSource({
    "h.example.org,      http://example.org/,               not listed",
    "h.example.org,      http://a.h.example.org/,           not listed",
    "h.example.org,      http://h.example.org.evil.org/,    not listed",
    "h.example.org,      http://h.example.org../,           without a user",
    "h.example.org:443,  http://h.example.org/,             not listed",
    "h.example.org:8443, https://h.example.org/,            not listed",
    "127.0.0.1,          http://0127.0.0.1/,                not listed",
    "127.0.0.1,          http://127.1/,                     without a user",
    "127.0.0.1,          http://2130706433/,                not listed",
    "127.0.0.1,          http://[::1]/,                     not listed",
    "127.0.0.1,          http://localhost/,                 not listed",
    "h.example.org,      http://h.example.org:0/,           without a user",
    "h.example.org,      http://h.example.org:65536/,       without a user",
    "h.example.org,      http://user@h.example.org/,        without a user",
    "h.example.org,      http://@h.example.org/,            without a user",
    "h.example.org,      http://evil.org@h.example.org/,    without a user",
    "h.example.org,      http://evil.org#@h.example.org/,   not listed",
    "h.example.org,      http://evil.org\\@h.example.org/,  no URL",
    "h.example.org,      ftp://h.example.org/,              an http or https URL",
    "h.example.org,      h.example.org,                     an http or https URL",
    "h.example.org,      http:h.example.org,                an http or https URL",
    "h.example.org,      ' http://h.example.org/',          no URL",
    "h.example.org,      '',                                an http or https URL"
  })
  void nothing_else_may_be_called(String entry, String url, String why) {
    assertThatThrownBy(() -> AllowedHosts.of(List.of(entry)).require(url))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  @Test
  void a_refusal_names_the_host_and_nothing_else() {
    assertThatThrownBy(
            () -> AllowedHosts.NONE.require("http://evil.example.org/path?token=abc#fragment"))
        .hasMessage("host evil.example.org is not listed in assay.inspection-rules.api-call-hosts");
  }

  @Test
  void a_url_is_bounded() {
    var url = "http://h.example.org/" + "a".repeat(8192);

    assertThatThrownBy(() -> AllowedHosts.of(List.of("h.example.org")).require(url))
        .hasMessage("it is longer than 8192 characters");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://h.example.org",
        "h.example.org/",
        "user@h.example.org",
        "h.example.org:port",
        "h.example.org:0",
        "h.example.org:65536",
        "2001:db8::1",
        "[2001:db8::1",
        "*.example.org",
        "my host"
      })
  void an_entry_that_is_no_host_stops_the_start(String entry) {
    assertThatThrownBy(() -> RuleRegistries.with("api-call-hosts", entry))
        .isInstanceOf(PluginRefused.class)
        .hasMessageContaining("assay.inspection-rules.api-call-hosts: '%s' is neither", entry);
  }
}
