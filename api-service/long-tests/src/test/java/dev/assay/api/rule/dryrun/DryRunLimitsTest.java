package dev.assay.api.rule.dryrun;

import static dev.assay.api.rule.dryrun.TriedOut.json;
import static dev.assay.api.rule.dryrun.TriedOut.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.assay.api.rule.RuleRequests;
import dev.assay.api.testing.NoBroker;
import dev.assay.api.testing.Site;
import dev.assay.api.testing.SmallLimits;
import dev.assay.testing.EmbeddedDatabase;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** A dry run has a timeout, and makes no API calls. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@TestProfile(SmallLimits.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class DryRunLimitsTest {
  @Inject Site site;
  @Inject RuleRequests stored;
  @Inject TriedOut tried;

  @BeforeEach
  void clear() {
    site.open();
    stored.clear();
    tried.clear();
  }

  @Test
  void a_rule_that_does_not_come_back_is_named_and_ends_it() {
    var many =
        IntStream.range(0, 5_000)
            .mapToObj(String::valueOf)
            .collect(Collectors.joining(",", "{\"many\":[", "]}"));
    var first = tried.inspected();
    var stuck = tried.inspected("", many, "{}");
    var last = tried.inspected();
    var each =
        "{'op':'!contains','args':['{item}','x'],'loop':'{inventory[many]}','multiple':'all'}";
    var slow = IntStream.range(0, 2_000).mapToObj(_ -> each).collect(Collectors.joining(","));
    var rule =
        rule("{'op':'!is-empty','args':['{inventory[many]}']}," + slow, "{'op':'log','args':['x']}")
            .replaceFirst("\\{", "{\"phase\":\"early\",");

    var lines = tried.lines("{\"rules\":[%s]}".formatted(rule));

    assertThat(lines)
        .extracting(line -> line.path("uuid").asText())
        .startsWith(first, stuck)
        .doesNotContain(last);
    assertThat(lines.get(1).at("/failure/code").asText()).isEqualTo("RULE_TIMEOUT");
    assertThat(lines.get(1).at("/failure/error").asText())
        .startsWith("Rule rules[0] timed out: the rules of one node have 700 ms in a dry run");
    assertThat(lines.get(2))
        .isEqualTo(
            json(
                """
                {'summary': {'nodes': 2, 'matched': 0, 'failed': 1, 'without_inventory': 0,
                             'complete': false}}
                """));
    await("it was interrupted, and there is room for the next")
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(() -> assertThat(tried.post("{\"nodes\":[]}").statusCode()).isEqualTo(200));
  }

  @Test
  void calls_are_told_and_not_made() {
    var node = tried.inspected();
    var calling =
        rule(
            "",
            """
            {'op': 'api-call', 'args': {'url': 'https://hook.example.org/p?q=1',
                                        'headers': {'X-Auth': 'h'}}},
            {'op': 'api-call', 'args': ['http://127.0.0.1:1/{node.uuid}']}
            """);

    var line = tried.line(node, calling, calling.replaceFirst("\\{", "{\"sensitive\":true,"));

    assertThat(line.path("calls"))
        .containsExactly(
            json("{'rule':'rules[0]','scheme':'https','host':'hook.example.org','port':443}"),
            json("{'rule':'rules[0]','scheme':'http','host':'127.0.0.1','port':1}"),
            json("{'rule':'rules[1]','scheme':'***','host':'***','port':null}"),
            json("{'rule':'rules[1]','scheme':'***','host':'***','port':null}"));
  }
}
