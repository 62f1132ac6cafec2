package dev.assay.standalone.inspectorimport;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ReportTest {
  private final Report report = new Report("Rules");

  @Test
  void counts_what_became_of_all() {
    report.taken();
    report.taken();
    report.unchanged();
    report.note("r1", "it is odd");

    assertThat(printed(false))
        .isEqualTo(
            """
            Rules: 2 imported, 1 unchanged, 0 left out
              note: r1: it is odd
            """);
    assertThat(report.complete()).isTrue();
  }

  @Test
  void tells_a_reason_once_for_all_that_it_is_about() {
    IntStream.range(0, 12).forEach(i -> report.leftOut("n" + i, "no such node"));

    assertThat(printed(false))
        .contains("0 imported, 0 unchanged, 12 left out")
        .contains(
            "  left out: n0, n1, n2, n3, n4, n5, n6, n7, n8, n9 ... and 2 more: no such node\n");
    assertThat(printed(true)).contains(", n9, n10, n11: no such node\n");
    assertThat(report.complete()).isFalse();
  }

  @Test
  void prints_ten_reasons_unless_all_are_wanted() {
    IntStream.range(0, 13).forEach(i -> report.leftOut("n", "reason " + i));

    assertThat(printed(false))
        .contains("reason 9\n")
        .doesNotContain("reason 10")
        .contains("  left out: ... and 3 more; --all prints them\n");
    assertThat(printed(true)).contains("reason 12\n").doesNotContain("more");
  }

  @Test
  void what_is_not_needed_is_told_on_request() {
    report.notNeeded("o1", "there is one already");

    assertThat(printed(false)).isEqualTo("Rules: 0 imported, 1 not needed, 0 left out\n");
    assertThat(printed(true)).contains("  not needed: o1: there is one already\n");
    assertThat(report.complete()).isTrue();
  }

  private String printed(boolean all) {
    var out = new ByteArrayOutputStream();
    report.print(new PrintStream(out, true, StandardCharsets.UTF_8), "imported", all);
    return out.toString(StandardCharsets.UTF_8);
  }
}
