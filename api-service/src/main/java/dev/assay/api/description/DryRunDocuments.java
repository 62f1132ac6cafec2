package dev.assay.api.description;

import static dev.assay.api.description.Schemas.NOTHING_ELSE;
import static dev.assay.api.description.Schemas.flag;
import static dev.assay.api.description.Schemas.free;
import static dev.assay.api.description.Schemas.integer;
import static dev.assay.api.description.Schemas.listOf;
import static dev.assay.api.description.Schemas.object;
import static dev.assay.api.description.Schemas.orNull;
import static dev.assay.api.description.Schemas.ref;
import static dev.assay.api.description.Schemas.text;

import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.microprofile.openapi.models.media.Schema;

/** The schemas of a dry run of inspection rules. */
final class DryRunDocuments {
  private DryRunDocuments() {}

  static Map<String, Schema> all() {
    var all = new LinkedHashMap<String, Schema>();
    all.put("DryRunRequest", request());
    all.put("DryRunLine", line());
    all.put("DryRunFailure", failure());
    all.put("DryRunChanges", changes());
    all.put("DryRunCall", call());
    all.put("DryRunSummary", summary());
    return all;
  }

  private static Schema request() {
    return object()
        .description("Without rules and uuids the rules that inspections run now.")
        .addProperty(
            "rules",
            orNull(listOf(ref("InspectionRuleRequest")))
                .description("Not stored; one without uuid is called rules[0], rules[1] ..."))
        .addProperty(
            "uuids",
            orNull(listOf(text())).description("Existing and built-in rules, enabled or not."))
        .addProperty(
            "nodes",
            orNull(listOf(text()))
                .description(
                    "UUIDs or names, at most 1000; absent: all nodes that have an inventory."))
        .additionalPropertiesSchema(NOTHING_ELSE);
  }

  private static Schema line() {
    return object()
        .description("Of a node, in the order of creation; the last line has only summary.")
        .addProperty("uuid", text().format("uuid"))
        .addProperty("name", orNull(text()))
        .addProperty("inventory", flag().description("False: none is stored, nothing was run."))
        .addProperty(
            "applies",
            flag().description("False: for its inspect interface only early rules are run."))
        .addProperty("matched", listOf(text()).description("The rules whose conditions held."))
        .addProperty("rules", listOf(free()).description("As in the trace of an inspection."))
        .addProperty("failure", ref("DryRunFailure"))
        .addProperty("changes", ref("DryRunChanges"))
        .addProperty("calls", listOf(ref("DryRunCall")).description("Not made."))
        .addProperty("summary", ref("DryRunSummary"));
  }

  private static Schema failure() {
    return orNull(object())
        .description("Why the inspection would fail; null when it would not.")
        .addProperty("code", text())
        .addProperty("error", text())
        .addProperty("hint", text());
  }

  private static Schema changes() {
    return object()
        .description("JSON patches (RFC 6902) against what is stored, without secrets.")
        .addProperty("node", listOf(free()))
        .addProperty(
            "ports",
            listOf(
                object()
                    .addProperty("uuid", text().format("uuid"))
                    .addProperty("address", text())
                    .addProperty("patch", listOf(free()))))
        .addProperty("plugin_data", listOf(free()));
  }

  private static Schema call() {
    return object()
        .addProperty("rule", text())
        .addProperty("scheme", text())
        .addProperty("host", text())
        .addProperty("port", orNull(integer()));
  }

  private static Schema summary() {
    return object()
        .addProperty("nodes", integer())
        .addProperty("matched", integer().description("Nodes that a rule matched."))
        .addProperty("failed", integer())
        .addProperty("without_inventory", integer())
        .addProperty(
            "complete",
            flag().description("False: a rule did not come back, and the others were left out."))
        .addProperty(
            "warnings",
            listOf(text())
                .description("What in the rules can never work; absent when there is nothing."));
  }
}
