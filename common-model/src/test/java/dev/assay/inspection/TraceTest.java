package dev.assay.inspection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.inspection.Trace.ActionRun;
import dev.assay.inspection.Trace.Decision;
import dev.assay.inspection.Trace.HookRun;
import dev.assay.inspection.Trace.RuleRun;
import dev.assay.storedjson.StoredJson;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TraceTest {
  private static final HookRun HOOK =
      new HookRun("ports", "process", 12, List.of(), List.of(), null);
  private static final RuleRun RULE =
      new RuleRun(
          "rule-dell",
          "main",
          null,
          new Decision("conditions[0] eq", "values: [1, 2]"),
          List.of(new ActionRun("actions[0] log", List.of("logged at INFO: x"))),
          List.of("w"),
          "why");

  @Test
  void is_read_as_it_was_written() {
    var trace = new Trace(List.of(HOOK)).with(List.of(RULE));

    assertThat(StoredJson.read(StoredJson.write(trace), Trace.class)).isEqualTo(trace);
  }

  @Test
  void of_a_version_without_rules_has_none() {
    var stored =
        """
        {"hooks":[{"hook":"ports","part":"process","micros":12,"changes":[],"warnings":[]}]}""";

    assertThat(StoredJson.read(stored, Trace.class)).isEqualTo(new Trace(List.of(HOOK)));
  }

  @Test
  void of_several_phases_has_the_rules_of_all() {
    assertThat(Trace.EMPTY.with(List.of(RULE)).with(List.of(RULE)).rules())
        .containsExactly(RULE, RULE);
  }
}
