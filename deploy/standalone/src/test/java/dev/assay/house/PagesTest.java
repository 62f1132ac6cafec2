package dev.assay.house;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.api.description.ApiDescription;
import dev.assay.conductor.pipeline.Hooks;
import dev.assay.hook.HookConfig;
import dev.assay.inspection.StageLifecycle;
import dev.assay.node.ProvisionLifecycle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * Checks that documentation pages match the code. Run with {@code -Dassay.docs.write=true} to write
 * the generated pages again.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PagesTest {
  private static final Pattern CODE_PATH =
      Pattern.compile(
          "`((?:common-model|[a-z]+-service|pxe-filter-service|deploy|integration-tests)/[^` *<>]+)`");

  private static final Pattern ROW_OF_A_HOOK =
      Pattern.compile(
          "^\\| (?!hook )(?:\\*\\*)?([a-z0-9-]+)(?:\\*\\*)?(?: \\*)? \\| [^|]+ \\| [^|]+ \\| [^|]*\\|$",
          Pattern.MULTILINE);

  /** In a file of options "#" begins a comment only where a line begins. */
  private static final Pattern COMMENT_BEHIND_AN_OPTION =
      Pattern.compile("^ *assay\\.[^ =]+ *=.* #.*$", Pattern.MULTILINE);

  @Test
  void lifecycle_md_shows_the_tables_of_the_code() throws IOException {
    compare(
        "docs/lifecycle.md",
        """
        # Lifecycles

        Two tables decide everything: `ProvisionLifecycle` moves nodes, `StageLifecycle` moves
        inspections. This page is generated from them.

        ## Provision states of a node

        ```mermaid
        %s```

        ## Stages of an inspection

        A row to its own stage is a repeated delivery, accepted without effect.

        ```mermaid
        %s```
        """
            .formatted(ProvisionLifecycle.mermaid(), StageLifecycle.mermaid()));
  }

  @Test
  void configuration_md_shows_the_options_of_the_code() throws IOException {
    compare("docs/configuration.md", ConfigurationReference.page());
  }

  @Test
  void openapi_yaml_describes_the_endpoints_and_fields_of_the_code() throws IOException {
    compare("docs/openapi.yaml", ApiDescription.yaml());
  }

  @Test
  void the_files_that_pages_name_are_there() throws IOException {
    for (var page :
        new String[] {
          "README.md",
          "CONTRIBUTING.md",
          "docs/architecture.md",
          "docs/extending.md",
          "docs/hooks.md",
          "docs/monitoring.md",
          "docs/operating.md",
          "docs/rules.md",
          "docs/rules-reference.md"
        }) {
      var named = CODE_PATH.matcher(Repository.read(page)).results().map(m -> m.group(1)).toList();
      for (var path : named) {
        if (path.contains("/target/")) {
          continue; // created by a build
        }
        assertThat(Repository.root().resolve(path)).as("named by %s", page).exists();
      }
    }
    assertThat(CODE_PATH.matcher(Repository.read("docs/architecture.md")).results().count())
        .as("the walk through the code names its files")
        .isGreaterThan(10);
  }

  @Test
  void the_options_that_pages_show_can_be_copied() throws IOException {
    List<Path> pages;
    try (var docs = Files.walk(Repository.root().resolve("docs"))) {
      pages = new ArrayList<>(docs.filter(it -> it.toString().endsWith(".md")).toList());
    }
    for (var page : List.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md")) {
      pages.add(Repository.root().resolve(page));
    }
    for (var page : pages) {
      var lines = COMMENT_BEHIND_AN_OPTION.matcher(Files.readString(page)).results();
      assertThat(lines.map(MatchResult::group))
          .as("%s: the comment would be part of the value; put it on a line of its own", page)
          .isEmpty();
    }
  }

  @Test
  void hooks_md_has_a_row_for_every_hook_with_its_options() {
    var page = Repository.read("docs/hooks.md");
    var hooks = Hooks.installed().names();
    assertThat(ROW_OF_A_HOOK.matcher(page).results().map(row -> row.group(1)).toList())
        .as("each hook needs one row of four cells in the table of docs/hooks.md")
        .containsExactlyInAnyOrderElementsOf(hooks);
    assertThat(page)
        .as("each option of HookConfig must be named in docs/hooks.md")
        .contains(
            Arrays.stream(HookConfig.class.getDeclaredMethods())
                .map(option -> option.getName().replaceAll("([a-z])([A-Z])", "$1-$2"))
                .map(option -> option.toLowerCase(Locale.ROOT))
                .filter(option -> !option.equals("hook-options")) // of plug-ins: extending.md
                .toList());
  }

  private static void compare(String page, String wanted) throws IOException {
    if (Boolean.getBoolean("assay.docs.write")) {
      Files.writeString(Repository.root().resolve(page), wanted);
    }
    assertThat(Repository.read(page))
        .as("%s is generated: run this test with -Dassay.docs.write=true", page)
        .isEqualTo(wanted);
  }
}
