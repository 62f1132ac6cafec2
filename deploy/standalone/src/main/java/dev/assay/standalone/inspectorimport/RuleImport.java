package dev.assay.standalone.inspectorimport;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.AssayException;
import dev.assay.rule.classic.ClassicRule;
import dev.assay.standalone.client.Api;
import dev.assay.storedjson.StoredJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Takes over rules, which are stored as they are. Each is checked by the code of the API first, so
 * that a dry run tells the same. They apply in the order in which they are created. Source: spec
 * inspector-compat.md 6.
 */
final class RuleImport {
  private static final String ALL = "/inspector/v1/rules";
  private static final String RULES = ALL + "/";

  private final Api api;
  private final boolean dryRun;
  private final Report report = new Report("Rules");

  RuleImport(Api api, boolean dryRun) {
    this.api = api;
    this.dryRun = dryRun;
  }

  /** A rule that the API would accept, and how it is stored there, if it is. */
  private record Checked(InspectorRule rule, ObjectNode document, Optional<JsonNode> stored) {
    private String uuid() {
      return document.path("uuid").asText();
    }
  }

  /** Takes over {@code rules}, which are in the order in which they apply. */
  Report run(List<InspectorRule> rules) {
    if (api.get(ALL).is(404)) {
      throw new IllegalStateException(
          "Assay does not serve the classic Inspector API, to which rules are given: set"
              + " assay.inspector-compat.enabled=true.");
    }
    var checked = new ArrayList<Checked>();
    for (var rule : rules) {
      check(rule).ifPresent(checked::add);
    }
    for (int i = 0; i < checked.size(); i++) {
      take(checked.get(i), checked.subList(i + 1, checked.size()));
    }
    return report;
  }

  /** Empty, and reported, when the API would refuse it. */
  private Optional<Checked> check(InspectorRule rule) {
    try {
      var written = StoredJson.read(rule.document().toString(), ObjectNode.class);
      var valid = ClassicRule.of(written, Optional.empty());
      var problems = valid.formatProblems();
      if (problems.isEmpty()) {
        var document = normal(valid.document());
        return Optional.of(new Checked(rule, document, stored(valid.uuid().toString())));
      }
      report.leftOut(
          name(rule),
          "it would fail every introspection that it applies to: " + String.join("; ", problems));
    } catch (AssayException e) {
      report.leftOut(name(rule), String.valueOf(e.getMessage()));
    }
    return Optional.empty();
  }

  private Optional<JsonNode> stored(String uuid) {
    var answer = api.get(RULES + uuid);
    if (answer.is(404)) {
      return Optional.empty();
    }
    var document = normal((ObjectNode) answer.body());
    document.remove("links");
    return Optional.of(document);
  }

  /** Numbers as this mapper reads them, so that equal rules are equal trees. */
  private static ObjectNode normal(ObjectNode document) {
    return StoredJson.read(document.toString(), ObjectNode.class);
  }

  private void take(Checked checked, List<Checked> later) {
    var rule = checked.rule();
    if (checked.stored().isPresent()) {
      compare(checked, checked.stored().get());
      return;
    }
    if (!dryRun) {
      var json = checked.document().toString().getBytes(UTF_8);
      var answer = api.offer("POST", RULES + checked.uuid(), json);
      if (!answer.is(201)) {
        report.refused(name(rule), answer);
        return;
      }
    }
    report.taken();
    if (rule.disabled()) {
      report.note(
          name(rule), "it is marked as disabled, which ironic-inspector ignores: it applies");
    }
    if (later.stream().anyMatch(each -> each.stored().isPresent())) {
      report.note(
          name(rule),
          "it applies after rules that were imported before, and in ironic-inspector before some of"
              + " them; if the order matters, delete all rules and import again");
    }
  }

  private void compare(Checked checked, JsonNode stored) {
    if (stored.equals(checked.document())) {
      report.unchanged();
    } else {
      report.leftOut(
          name(checked.rule()),
          "another rule has this UUID in Assay, or this one was changed; delete it there to import"
              + " it again");
    }
  }

  private static String name(InspectorRule rule) {
    return rule.uuid() + rule.description().map(" (%s)"::formatted).orElse("");
  }
}
