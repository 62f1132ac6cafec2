package dev.assay.api.description;

import static dev.assay.api.description.Endpoint.delete;
import static dev.assay.api.description.Endpoint.get;
import static dev.assay.api.description.Endpoint.patch;
import static dev.assay.api.description.Endpoint.post;
import static dev.assay.api.description.QueryParameter.LIMIT;
import static dev.assay.api.description.QueryParameter.MARKER;
import static dev.assay.api.description.QueryParameter.detail;
import static dev.assay.api.description.QueryParameter.fields;
import static dev.assay.api.description.QueryParameter.text;

import java.util.List;

/** The endpoints below /v1/inspection_rules. Source: spec api.md 14. */
final class RuleEndpoints {
  private static final String RULES = "/v1/inspection_rules";
  private static final String RULE = RULES + "/{rule}";

  private static final List<QueryParameter> LISTED =
      List.of(
          text("phase", 96, "Only rules of this phase: early, preprocess or main."),
          text("scope", 96, "Only rules with this scope."),
          LIMIT,
          MARKER,
          text("sort_key", 96, "The field to sort by; without it the order in which rules run."),
          text("sort_dir", 96, "asc or desc."),
          fields(96),
          detail(96));

  // spotless:off
  static final List<Endpoint> TABLE = List.of(
      get(RULES,    "listInspectionRules",      "Lists inspection rules, in short form unless asked otherwise").since(96).query(LISTED).answers(200, "InspectionRuleList"),
      post(RULES,   "createInspectionRule",     "Adds an inspection rule").since(96).body("InspectionRuleRequest").answers(201, "InspectionRule").located().locks(),
      delete(RULES, "deleteAllInspectionRules", "Deletes all inspection rules but the built-in ones").since(96).answers(204, null),
      post(RULES + "/dry_run", "dryRunInspectionRules", "Tells what rules would do to nodes, one node a line, and changes nothing").since(96).body("DryRunRequest").answers(200, "DryRunLine").streams().locks(),
      get(RULE,     "showInspectionRule",       "Shows an inspection rule").since(96).query(fields(96)).answers(200, "InspectionRule"),
      patch(RULE,   "changeInspectionRule",     "Changes attributes of an inspection rule").since(96).body("Patch").answers(200, "InspectionRule"),
      delete(RULE,  "deleteInspectionRule",     "Deletes an inspection rule").since(96).answers(204, null));
  // spotless:on

  private RuleEndpoints() {}
}
