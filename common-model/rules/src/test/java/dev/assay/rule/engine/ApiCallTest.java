package dev.assay.rule.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.inspection.Trace.ActionRun;
import dev.assay.rule.ApiCall;
import dev.assay.rule.definition.InvalidRule;
import dev.assay.storedjson.StoredJson;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Spec rules.md 10.1: which calls are requested and which are rejected. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ApiCallTest {
  private final RuleRunner rules =
      new RuleRunner("api-call-hosts", "hook.example.org,other.example.org:8443");

  @Test
  void is_ordered_for_after_the_commit_and_shown_without_what_may_be_secret() {
    rules.does(
        """
        {"op": "api-call", "args": {"url": "https://hook.example.org/in?token=abc&n={node.uuid}",
         "headers": {"X-Auth": "my-own-token"}, "timeout": "2.5", "retries": 0, "backoff_factor": 1}}
        """);

    var trace = rules.trace();

    assertThat(rules.scope.ordered())
        .containsExactly(
            new ApiCall(
                URI.create("https://hook.example.org/in?token=abc&n=" + Vector.NODE),
                Map.of("X-Auth", "my-own-token"),
                Map.of(),
                Duration.ofMillis(2500),
                0,
                1));
    assertThat(trace.getFirst().actions())
        .containsExactly(
            new ActionRun("actions[0] api-call", List.of("GET https://hook.example.org ordered")));
  }

  @Test
  void has_the_defaults_of_the_specification() {
    rules.does("{\"op\": \"api-call\", \"args\": [\"http://other.example.org:8443/\"]}").run();

    assertThat(rules.scope.ordered())
        .containsExactly(
            new ApiCall(
                URI.create("http://other.example.org:8443/"),
                Map.of(),
                Map.of(),
                Duration.ofSeconds(5),
                3,
                0.3));
  }

  @Test
  void is_read_again_as_it_was_stored() {
    rules.does("{\"op\": \"api-call\", \"args\": [\"http://hook.example.org/\"]}").run();
    var call = rules.scope.ordered().getFirst();

    assertThat(StoredJson.read(StoredJson.write(call), ApiCall.class)).isEqualTo(call);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://evil.example.org/",
        "http://other.example.org/",
        "http://other.example.org:8444/",
        "http://hook.example.org@evil.example.org/",
        "http://user:pw@hook.example.org/",
        "file:///etc/passwd",
        "ftp://hook.example.org/",
        "http://hook.example.org.evil.org/",
        "//hook.example.org/",
        "http://",
        "not a url"
      })
  void only_listed_hosts_can_be_called(String url) {
    rules.does("{\"op\": \"api-call\", \"args\": [\"%s\"]}".formatted(url));

    assertThatThrownBy(() -> CompiledRule.compile(rules.rules.getFirst(), rules.registry))
        .isInstanceOf(InvalidRule.class)
        .hasMessageContaining("url: Invalid parameter");
  }

  @Test
  void a_host_from_the_data_is_checked_when_it_is_known() {
    rules.pluginData.put("host", "169.254.169.254");
    rules.does("{\"op\": \"api-call\", \"args\": [\"http://{plugin_data[host]}/\"]}");

    assertThat(CompiledRule.compile(rules.rules.getFirst(), rules.registry)).isNotNull();
    assertThat(rules.failure().sentence())
        .isEqualTo(
            "Inspection rule action execution failed. Reason: Failed to order the call: Invalid parameter: host 169.254.169.254 is not listed in assay.inspection-rules.api-call-hosts");
    assertThat(rules.scope.ordered()).isEmpty();
  }

  @Test
  void a_machine_does_not_decide_how_many_there_are() {
    var many = rules.pluginData.putArray("many");
    IntStream.range(0, 21).forEach(many::add);
    rules.does(
        """
        {"op": "api-call", "args": ["http://hook.example.org/{item}"], "loop": "{plugin_data[many]}"}
        """);

    assertThat(rules.failure().sentence())
        .endsWith("Invalid parameter: rules order at most 20 calls in one phase");
  }

  @Test
  void is_told_without_what_may_be_secret() {
    rules
        .does(
            """
            {"op": "api-call", "args": {"url": "https://hook.example.org:443/in?token=abc",
             "headers": {"X-Auth": "my-own-token"}}}
            """)
        .run();

    assertThat(rules.scope.ordered().getFirst())
        .hasToString("API call to https://hook.example.org");
  }

  /**
   * Spec rules.md 10.1: the first retry is immediate, the next ones follow after 0.6 s and 1.2 s.
   */
  @ParameterizedTest
  @CsvSource({
    "3, 0.3, 1, PT0S",
    "3, 0.3, 2, PT0.6S",
    "3, 0.3, 3, PT1.2S",
    "3, 0.3, 4,",
    "0, 0.3, 1,",
    "1, 10,  1, PT0S",
    "5, 0,   4, PT0S",
    "9, 1,   7, PT1M4S",
    "9, 1,   8, PT2M",
    "9, 10,  9, PT2M"
  })
  void pauses_grow_until_no_attempt_is_left(
      int retries, double factor, int failures, @Nullable Duration pause) {
    var call =
        new ApiCall(
            URI.create("http://hook.example.org/"),
            Map.of(),
            Map.of(),
            Duration.ofSeconds(5),
            retries,
            factor);

    assertThat(call.pauseAfter(failures)).isEqualTo(Optional.ofNullable(pause));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"timeout\": 0                       | it must be a number from 0.001 to 60",
        "\"timeout\": \"soon\"                | it must be a number",
        "\"retries\": -1                      | it must be a number from 0 to 10",
        "\"retries\": 1000                    | it must be a number from 0 to 10",
        "\"backoff_factor\": []               | it must be a number",
        "\"headers\": \"X\"                   | it must be an object",
        "\"headers\": {\"X\": \"a\\r\\nB: c\"} | the value of a header must be printable ASCII",
        "\"headers\": {\"X\": \"zürich\"}     | the value of a header must be printable ASCII"
            + " without line breaks",
        "\"headers\": {\"X Y\": \"a\"}        | the name of a header has letters, digits and dashes",
        "\"headers\": {\"\": \"a\"}           | the name of a header has letters, digits and dashes",
        "\"headers\": {\"hOST\": \"a\"}       | header hOST is set by the service",
        "\"headers\": {\"Content-Length\": 1} | header Content-Length is set by the service",
        "\"headers\": {\"Connection\": \"a\"} | header Connection is set by the service",
        "\"headers\": {\"Expect\": \"a\"}     | header Expect is set by the service",
        "\"headers\": {\"Upgrade\": \"a\"}    | header Upgrade is set by the service",
        "\"headers\": {\"Transfer-Encoding\": \"chunked\"} | header Transfer-Encoding is set by the service",
        "\"proxies\": {\"https\": \"http://proxy.example.org/\"} | host proxy.example.org is not listed",
        "\"proxies\": {\"http\": \"https://hook.example.org/\"} | the URL of a proxy must use http",
        "\"proxies\": {\"all\": \"http://hook.example.org/\"} | proxies are for http and https"
      })
  void other_arguments_are_checked(String argument, String why) {
    rules.does(
        "{\"op\": \"api-call\", \"args\": {\"url\": \"http://hook.example.org/\", %s}}"
            .formatted(argument));

    assertThatThrownBy(() -> CompiledRule.compile(rules.rules.getFirst(), rules.registry))
        .hasMessageContaining("Invalid parameter: " + why);
  }
}
