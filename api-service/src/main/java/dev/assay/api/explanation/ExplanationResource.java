package dev.assay.api.explanation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.ApiConfig;
import dev.assay.api.attempt.Attempts;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Page;
import dev.assay.api.http.Query;
import dev.assay.api.inspection.InspectionFields;
import dev.assay.api.node.NodeFinder;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.NodeId;
import dev.assay.inspection.Inspections;
import dev.assay.inspection.Trace;
import dev.assay.node.Node;
import dev.assay.storedjson.StoredJson;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.UriInfo;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Explains what became of lookups and callbacks, at every version. Source: spec api.md 9.13,
 * conductor.md 4.4.
 */
@Path("/v1/explanations")
@Produces(MediaType.APPLICATION_JSON)
@RunOnVirtualThread
public class ExplanationResource {
  private final Attempts attempts;
  private final AcceptedCallbacks accepted;
  private final NodeFinder known;
  private final Inspections inspections;
  private final ApiRequest request;
  private final ApiConfig config;

  ExplanationResource(
      Attempts attempts,
      AcceptedCallbacks accepted,
      NodeFinder known,
      Inspections inspections,
      ApiRequest request,
      ApiConfig config) {
    this.attempts = attempts;
    this.accepted = accepted;
    this.known = known;
    this.inspections = inspections;
    this.request = request;
    this.config = config;
  }

  /** Returns the latest attempts that the question is about, latest first. */
  @GET
  @Transactional
  public ObjectNode list(@Context UriInfo uri) {
    var query = Query.of(uri, "reference", "mac", "bmc_address", "node", "limit");
    var limit = Page.of(query, config.maxLimit()).limit();
    return switch (Question.of(query)) {
      case Question.ByReference(var reference) ->
          answer(attempts.byReference(reference), accepted.byReference(reference), limit);
      case Question.ByMac(var mac) ->
          answer(attempts.byMac(mac, limit), accepted.byMac(mac, limit), limit);
      case Question.ByBmcAddress(var address) ->
          answer(
              attempts.byBmcAddress(address, limit), accepted.byBmcAddress(address, limit), limit);
      case Question.ByNode(var ident) -> ofNode(ident, limit);
    };
  }

  /** A deleted node has attempts, too. */
  private ObjectNode ofNode(String ident, int limit) {
    var node = known.find(ident);
    var uuid =
        node.map(Node::uuid)
            .or(() -> NodeId.parse(ident))
            .orElseThrow(
                () ->
                    new AssayException(
                        ErrorCode.NOT_FOUND, "Node %s could not be found.".formatted(ident)));
    var answer = answer(attempts.byNode(uuid, limit), accepted.byNode(uuid, limit), limit);
    node.flatMap(this::latest).ifPresent(run -> answer.set("inspection", run));
    return answer;
  }

  private Optional<ObjectNode> latest(Node node) {
    return inspections
        .latest(node)
        .map(
            run ->
                new InspectionFields.View(run, node.uuid().toString(), null, Trace.EMPTY, request)
                    .brief());
  }

  private static ObjectNode answer(
      List<Attempts.Stored> attempts, List<AcceptedCallbacks.Accepted> accepted, int limit) {
    var answer = StoredJson.object();
    var list = answer.putArray("explanations");
    Stream.concat(attempts.stream().map(Explanation::of), accepted.stream().map(Explanation::of))
        .sorted(Comparator.comparing(Explanation::at).reversed())
        .limit(limit)
        .forEach(explanation -> list.add(explanation.shown()));
    return answer;
  }
}
