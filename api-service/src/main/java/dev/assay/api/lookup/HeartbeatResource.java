package dev.assay.api.lookup;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.api.AgentConfig;
import dev.assay.api.body.JsonBody;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Query;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.NodeId;
import dev.assay.lease.NodeLease;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.storedjson.StoredJson;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.time.Clock;
import java.util.Optional;
import org.jboss.logging.MDC;

/**
 * The heartbeat endpoint: a ramdisk reports that it is alive, and the URL of its agent. Source:
 * spec api.md 13.2, conductor.md 5.
 */
@Path("/v1/heartbeat")
@RunOnVirtualThread
public class HeartbeatResource {
  private static final int SINCE = 22;
  private static final String NODE = "node_ident";

  private final ApiRequest request;
  private final AgentConfig config;
  private final Nodes nodes;
  private final NodeLease lease;
  private final Clock clock;

  HeartbeatResource(
      ApiRequest request, AgentConfig config, Nodes nodes, NodeLease lease, Clock clock) {
    this.request = request;
    this.config = config;
    this.nodes = nodes;
    this.lease = lease;
    this.clock = clock;
  }

  @POST
  @Path("{ident}")
  public Response heartbeat(@PathParam("ident") String ident, byte[] body, @Context UriInfo uri) {
    request.version().requireResource(SINCE);
    Query.of(uri);
    return take(ident, JsonBody.object(body));
  }

  /** The same for the node that the member node_ident of the body names. */
  @POST
  public Response heartbeat(byte[] body, @Context UriInfo uri) {
    request.version().requireResource(SINCE);
    Query.of(uri);
    var json = JsonBody.object(body);
    if (!(json.remove(NODE) instanceof TextNode named)) {
      throw Heartbeat.invalid(
          "Missing mandatory argument: %s, the UUID or name of the node.".formatted(NODE));
    }
    return take(named.textValue(), json);
  }

  private Response take(String ident, ObjectNode body) {
    var heartbeat = Heartbeat.of(body, request.version());
    var node = find(ident).orElseThrow(() -> unknown(ident));
    MDC.put("node", node.uuid().toString());
    requireValid(node, heartbeat);
    if (agentUrl(node).isEmpty() || !nodes.recordHeartbeat(node, agentInfo(heartbeat))) {
      QuarkusTransaction.requiringNew().run(() -> recordLocked(node.uuid(), heartbeat));
    }
    return Response.accepted().build();
  }

  /**
   * Checks and records a heartbeat with the node's row locked: the first one of an agent, and one
   * during which the node changed.
   */
  private void recordLocked(NodeId uuid, Heartbeat heartbeat) {
    var node = nodes.findForUpdate(uuid).orElseThrow(() -> unknown(uuid.toString()));
    requireValid(node, heartbeat);
    if (agentUrl(node).isEmpty()) {
      lease.requireFree(node);
    }
    node.note(info -> info.setAll(agentInfo(heartbeat)));
  }

  private Optional<Node> find(String ident) {
    return NodeId.parse(ident).map(nodes::find).orElseGet(() -> nodes.findByName(ident));
  }

  private static AssayException unknown(String ident) {
    return new AssayException(ErrorCode.NOT_FOUND, "Node %s could not be found.".formatted(ident));
  }

  private static Optional<String> agentUrl(Node node) {
    return Optional.ofNullable(node.driverInternalInfo().path("agent_url").textValue());
  }

  private void requireValid(Node node, Heartbeat heartbeat) {
    requireSameAgent(node, heartbeat);
    requireTrust(node, heartbeat);
  }

  private static void requireSameAgent(Node node, Heartbeat heartbeat) {
    heartbeat.requireUrl();
    if (agentUrl(node).filter(known -> !known.equals(heartbeat.callbackUrl())).isPresent()) {
      throw Heartbeat.invalid("Detected change in ramdisk provided \"callback_url\"");
    }
  }

  private void requireTrust(Node node, Heartbeat heartbeat) {
    heartbeat.requireComplete();
    if (!AgentTokens.matches(node.agentTokenHash(), heartbeat.token())) {
      throw Heartbeat.invalid("Invalid or missing agent token received.");
    }
    if (config.requireTls() && heartbeat.callbackUrl().startsWith("http:")) {
      throw Heartbeat.invalid(
          "Heartbeat request has an invalid callback_url: TLS is required, serve HTTPS or set"
              + " assay.agent.require-tls=false.");
    }
  }

  private ObjectNode agentInfo(Heartbeat heartbeat) {
    var agentInfo = StoredJson.object();
    if (!heartbeat.callbackUrl().isEmpty()) {
      agentInfo.put("agent_url", heartbeat.callbackUrl());
    }
    agentInfo.put("agent_version", heartbeat.version());
    agentInfo.put("agent_last_heartbeat", clock.instant().toString());
    heartbeat.certificate().ifPresent(pem -> agentInfo.put("agent_verify_ca", pem));
    return agentInfo;
  }
}
