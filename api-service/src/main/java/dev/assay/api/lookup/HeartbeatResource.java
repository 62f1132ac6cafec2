package dev.assay.api.lookup;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.AgentConfig;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.JsonBody;
import dev.assay.api.http.Query;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.lease.NodeLease;
import dev.assay.node.Node;
import dev.assay.node.NodeId;
import dev.assay.node.Nodes;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.transaction.Transactional;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.time.Clock;
import java.util.Optional;
import org.jboss.logging.MDC;

/** A ramdisk says that it is alive, and where. Source: spec api.md 13.2, conductor.md 5. */
@Path("/v1/heartbeat")
@RunOnVirtualThread
public class HeartbeatResource {
  private static final int SINCE = 22;

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
  @Transactional
  public Response heartbeat(@PathParam("ident") String ident, byte[] body, @Context UriInfo uri) {
    request.version().requireResource(SINCE);
    Query.of(uri);
    var heartbeat = Heartbeat.of(JsonBody.object(body), request.version());
    var node = find(ident);
    MDC.put("node", node.uuid().toString());
    requireSameAgent(node, heartbeat);
    requireTrust(node, heartbeat);
    if (agentUrl(node).isEmpty()) {
      lease.requireFree(node);
    }
    node.note(info -> record(info, heartbeat));
    return Response.accepted().build();
  }

  private Node find(String ident) {
    var uuid = NodeId.parse(ident).or(() -> nodes.findByName(ident).map(Node::uuid));
    return uuid.flatMap(nodes::findForUpdate)
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.NOT_FOUND, "Node %s could not be found.".formatted(ident)));
  }

  private static Optional<String> agentUrl(Node node) {
    return Optional.ofNullable(node.driverInternalInfo().path("agent_url").textValue());
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

  private void record(ObjectNode info, Heartbeat heartbeat) {
    if (!heartbeat.callbackUrl().isEmpty()) {
      info.put("agent_url", heartbeat.callbackUrl());
    }
    info.put("agent_version", heartbeat.version());
    info.put("agent_last_heartbeat", clock.instant().toString());
    heartbeat.certificate().ifPresent(pem -> info.put("agent_verify_ca", pem));
  }
}
