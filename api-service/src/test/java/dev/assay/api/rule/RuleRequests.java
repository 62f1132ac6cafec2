package dev.assay.api.rule;

import static dev.assay.api.testing.Answers.ok;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.api.testing.Site;
import io.restassured.response.Response;
import jakarta.inject.Singleton;
import java.util.List;

/** Sends requests of clients about rules. */
@Singleton
public class RuleRequests {
  public static final String RULES = "/v1/inspection_rules";
  static final String LOG = "{\"op\":\"log\",\"args\":{\"msg\":\"x\"}}";

  private final Site site;

  RuleRequests(Site site) {
    this.site = site;
  }

  /** Deletes all rules but the built-in ones. */
  public void clear() {
    site.api().delete(RULES).then().statusCode(204);
  }

  /** Creates a rule that logs, with {@code members} in addition; returns the response. */
  Response post(String members) {
    var besides = members.isEmpty() ? "" : members + ",";
    return site.api().body("{%s\"actions\":[%s]}".formatted(besides, LOG)).post(RULES);
  }

  /** As above; returns the UUID of the rule. */
  public String made(String members) {
    return ok(post(members), 201).path("uuid").asText();
  }

  /** Sends a patch of one operation; {@code value} is JSON text, ignored by remove. */
  Response patch(String uuid, String op, String path, String value) {
    var patch =
        op.equals("remove")
            ? "[{\"op\":\"remove\",\"path\":\"%s\"}]".formatted(path)
            : "[{\"op\":\"%s\",\"path\":\"%s\",\"value\":%s}]".formatted(op, path, value);
    return site.api().body(patch).patch(RULES + "/" + uuid);
  }

  JsonNode shown(String uuid) {
    return ok(site.api().get(RULES + "/" + uuid), 200);
  }

  /** The response to a list request; {@code query} begins with ? or is empty. */
  JsonNode list(String query) {
    return ok(site.api().get(RULES + query), 200);
  }

  /** The descriptions of the rules in a list. */
  List<String> descriptions(String query) {
    return list(query).path("inspection_rules").findValuesAsText("description");
  }
}
