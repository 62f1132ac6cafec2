package dev.assay.house;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that the sections, decisions, files and links that comments and pages cite exist. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CitationsTest {
  private static final String NUMBER = "\\d+[a-z]?(?:\\.\\d+)*(?![\\w.]*\\d)";

  /** A citation such as {@code spec api.md 9.4, 10 and 11a (T6)}. */
  private static final Pattern SPEC =
      Pattern.compile(
          "(?<![/\\w-])(api|state-machine|conductor|hooks|ramdisk|rules)\\.md"
              + "((?:(?:,? and | to |, ?| )"
              + NUMBER
              + ")*)((?: \\((?:[A-Z]+\\d+(?:, )?)+\\))?)");

  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (" + NUMBER + ")\\.? ");
  private static final Pattern DECISION = Pattern.compile("docs/decisions/(\\d{4})");
  private static final Pattern INVARIANT =
      Pattern.compile("docs/architecture\\.md, invariant (\\d)");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)(?:#[^)]*)?\\)");
  private static final Pattern LINE_OF_A_COMMENT =
      Pattern.compile("\\s*\\n\\s*(?:\\*(?!/)|//)\\s*");

  static Stream<String> modules() {
    return Stream.of(
        "common-model",
        "api-service",
        "conductor-service",
        "pxe-filter-service",
        "deploy",
        "integration-tests");
  }

  @ParameterizedTest
  @MethodSource("modules")
  void sections_of_the_specification_that_code_cites_exist(String module) throws IOException {
    var missing = new ArrayList<String>();
    for (var file : files(module, ".java")) {
      for (var cited : find(SPEC, withoutLineEnds(file))) {
        var page = Repository.read("docs/spec/" + cited.group(1) + ".md");
        var sections = sections(page);
        numbers(cited.group(2))
            .filter(number -> !sections.contains(number))
            .forEach(number -> missing.add(file + ": " + cited.group() + ", section " + number));
        labels(cited.group(3))
            .filter(label -> !page.contains(label))
            .forEach(label -> missing.add(file + ": " + cited.group() + ", label " + label));
      }
    }
    assertThat(missing)
        .as("add the sections to the pages in docs/spec, or correct the comments that cite them")
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("modules")
  void decisions_and_invariants_that_code_cites_exist(String module) throws IOException {
    var decisions = decisions();
    var invariants = Repository.read("docs/architecture.md");
    for (var file : files(module, ".java")) {
      var text = withoutLineEnds(file);
      for (var cited : find(DECISION, text)) {
        assertThat(decisions).as("cited by %s", file).contains(cited.group(1));
      }
      for (var cited : find(INVARIANT, text)) {
        assertThat(invariants).as("cited by %s", file).contains("\n" + cited.group(1) + ". **");
      }
    }
  }

  @Test
  void the_specification_is_cited() throws IOException {
    var cited = 0;
    for (var file : files("api-service", ".java")) {
      cited += find(SPEC, withoutLineEnds(file)).size();
    }
    assertThat(cited).isGreaterThan(100);
  }

  @Test
  void links_of_pages_lead_to_files() throws IOException {
    var pages = new ArrayList<>(files("docs", ".md"));
    pages.add(Path.of("README.md"));
    pages.add(Path.of("CONTRIBUTING.md"));
    for (var page : pages) {
      for (var link : find(LINK, Repository.read(page.toString()))) {
        if (!link.group(1).contains("://")) {
          assertThat(Repository.root().resolve(page).resolveSibling(link.group(1)))
              .as("link of %s", page)
              .exists();
        }
      }
    }
  }

  /**
   * Paths of files below a module, relative to the root of the repository, without build output.
   */
  private static List<Path> files(String folder, String ending) throws IOException {
    var root = Repository.root();
    try (var all = Files.walk(root.resolve(folder))) {
      return all.map(root::relativize)
          .filter(path -> path.toString().endsWith(ending))
          .filter(path -> !path.toString().contains("/target/"))
          .toList();
    }
  }

  private static String withoutLineEnds(Path file) {
    return LINE_OF_A_COMMENT.matcher(Repository.read(file.toString())).replaceAll(" ");
  }

  private static List<MatchResult> find(Pattern pattern, String text) {
    return pattern.matcher(text).results().toList();
  }

  private static Set<String> sections(String page) {
    return HEADING.matcher(page).results().map(it -> it.group(1)).collect(toSet());
  }

  private static Stream<String> numbers(String list) {
    return Pattern.compile(NUMBER).matcher(list).results().map(MatchResult::group);
  }

  private static Stream<String> labels(String list) {
    return Pattern.compile("[A-Z]+\\d+").matcher(list).results().map(MatchResult::group);
  }

  private static Set<String> decisions() {
    try (var all = Files.list(Repository.root().resolve("docs/decisions"))) {
      return all.map(path -> path.getFileName().toString().substring(0, 4)).collect(toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
