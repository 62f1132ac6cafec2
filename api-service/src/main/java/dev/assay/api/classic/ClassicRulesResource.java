package dev.assay.api.classic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.body.JsonBody;
import dev.assay.api.http.ClassicPath;
import dev.assay.api.http.ClassicRequest;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.UuidText;
import dev.assay.rule.classic.ClassicRule;
import dev.assay.storedjson.StoredJson;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Optional;
import java.util.UUID;

/** The rules of the classic Inspector API. Source: spec inspector-compat.md 6.1. */
@Path(ClassicPath.PREFIX + "/v1/rules")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class ClassicRulesResource {
  /** Older clients expect 200 for a rule that was created. */
  private static final int CREATED_SINCE = 6;

  private final ClassicRuleWrites rules;
  private final ClassicRequest request;

  ClassicRulesResource(ClassicRuleWrites rules, ClassicRequest request) {
    this.rules = rules;
    this.request = request;
  }

  /** All rules in short form, in the order of their creation. */
  @GET
  public ObjectNode list() {
    var answer = StoredJson.object();
    var list = answer.putArray("rules");
    for (var rule : rules.all()) {
      var shown = list.addObject();
      shown.put("uuid", rule.uuid().toString());
      shown.put("description", rule.description());
      shown.put("scope", rule.scope());
      link(shown, rule.uuid());
    }
    return answer;
  }

  /** Creates a rule. */
  @POST
  public Response create(byte[] body) {
    return create(body, Optional.empty());
  }

  /** Creates a rule with this UUID, as openstacksdk does. */
  @POST
  @Path("/{rule}")
  public Response create(@PathParam("rule") String uuid, byte[] body) {
    return create(body, Optional.of(UuidText.require(uuid)));
  }

  private Response create(byte[] body, Optional<UUID> uuid) {
    var rule = ClassicRule.of(JsonBody.object(body), uuid);
    rules.add(rule);
    return Response.status(request.version().atLeast(CREATED_SINCE) ? 201 : 200)
        .entity(full(rule))
        .build();
  }

  /** Deletes all rules. */
  @DELETE
  public void deleteAll() {
    rules.deleteAll();
  }

  /** One rule with its conditions and actions. */
  @GET
  @Path("/{rule}")
  public ObjectNode show(@PathParam("rule") String ident) {
    return full(UuidText.parse(ident).flatMap(rules::find).orElseThrow(() -> unknown(ident)));
  }

  /** Deletes the rule. */
  @DELETE
  @Path("/{rule}")
  public void delete(@PathParam("rule") String ident) {
    if (UuidText.parse(ident).filter(rules::delete).isEmpty()) {
      throw unknown(ident);
    }
  }

  private static AssayException unknown(String ident) {
    return new AssayException(ErrorCode.NOT_FOUND, "Rule %s was not found".formatted(ident));
  }

  private static ObjectNode full(ClassicRule rule) {
    return link(rule.document(), rule.uuid());
  }

  /** The link is a path, not an address. */
  private static ObjectNode link(ObjectNode shown, UUID uuid) {
    shown.putArray("links").addObject().put("href", "/v1/rules/" + uuid).put("rel", "self");
    return shown;
  }
}
