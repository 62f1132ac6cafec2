package dev.assay.api.lookup;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.ApiConfig;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Masking;
import dev.assay.api.http.Query;
import dev.assay.api.log.LimitedLog;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.MacAddress;
import dev.assay.id.NodeId;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionState;
import io.quarkus.narayana.jta.QuarkusTransaction;
import io.smallrye.common.annotation.RunOnVirtualThread;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.UriInfo;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;

/**
 * The lookup endpoint: tells a ramdisk which node it runs on. Source: spec api.md 13.1, ramdisk.md
 * 7.3.
 */
@Path("/v1/lookup")
@RunOnVirtualThread
public class LookupResource {
  private static final Logger LOG = Logger.getLogger(LookupResource.class);
  private static final LimitedLog WARNINGS = new LimitedLog(LOG);
  private static final LimitedLog REFUSALS = new LimitedLog(LOG);
  private static final int SINCE = 22;
  private static final int TOKEN_SINCE = 62;

  /** The states in which a ramdisk may be running; a restricted lookup discloses no other nodes. */
  private static final Set<ProvisionState> RAMDISK_RUNS =
      EnumSet.of(
          ProvisionState.DEPLOYING,
          ProvisionState.WAIT_CALL_BACK,
          ProvisionState.CLEANING,
          ProvisionState.CLEAN_WAIT,
          ProvisionState.INSPECTING,
          ProvisionState.INSPECT_WAIT,
          ProvisionState.RESCUING,
          ProvisionState.RESCUE_WAIT,
          ProvisionState.SERVICE_WAIT);

  private final ApiRequest request;
  private final ApiConfig config;
  private final NodeLookup lookup;
  private final Nodes nodes;
  private final AgentTokens tokens;
  private final LookupResponse answer;

  LookupResource(
      ApiRequest request,
      ApiConfig config,
      NodeLookup lookup,
      Nodes nodes,
      AgentTokens tokens,
      LookupResponse answer) {
    this.request = request;
    this.config = config;
    this.lookup = lookup;
    this.nodes = nodes;
    this.tokens = tokens;
    this.answer = answer;
  }

  @GET
  public ObjectNode lookup(@Context UriInfo uri) {
    request.version().requireResource(SINCE);
    var keys = keys(Query.of(uri, "addresses", "node_uuid"));
    var node = disclosed(keys, only(keys));
    if (!request.version().atLeast(TOKEN_SINCE)) {
      return answer.of(node, null);
    }
    return node.agentTokenHash() == null
        ? QuarkusTransaction.requiringNew().call(() -> withToken(keys, node.uuid()))
        : answer.of(node, Masking.MASK);
  }

  /** Locks the node's row, which only the creation of a token needs. */
  private ObjectNode withToken(LookupKeys keys, NodeId uuid) {
    var node =
        nodes
            .findForUpdate(uuid)
            .map(now -> disclosed(keys, now))
            .orElseThrow(() -> unknown(keys, "the node was deleted just now"));
    return answer.of(node, tokens.tell(node));
  }

  private Node disclosed(LookupKeys keys, Node node) {
    MDC.put("node", node.uuid().toString());
    if (config.restrictLookup() && !RAMDISK_RUNS.contains(node.provisionState())) {
      throw unknown(
          keys,
          "node %s is in state \"%s\", where no ramdisk runs"
              .formatted(node.uuid(), node.provisionState().wire()));
    }
    return node;
  }

  /** The UUID takes precedence; the addresses are then ignored. */
  private static LookupKeys keys(Query query) {
    var uuid = query.uuid("node_uuid").map(NodeId::new);
    var keys = new LookupKeys(uuid, uuid.isPresent() ? List.of() : macs(query), List.of());
    if (keys.none()) {
      throw new AssayException(
          ErrorCode.INVALID_PARAMETER,
          "At least one of 'addresses' and 'node_uuid' parameters is required");
    }
    return keys;
  }

  private static List<MacAddress> macs(Query query) {
    var given = query.list("addresses");
    var macs =
        given.stream().flatMap(text -> MacAddress.parse(text.replace('-', ':')).stream()).toList();
    if (macs.size() < given.size()) {
      WARNINGS.warn(
          "%d of the addresses in a lookup request are not valid MAC addresses."
              .formatted(given.size() - macs.size()));
    }
    return macs.stream().distinct().toList();
  }

  private Node only(LookupKeys keys) {
    var found = keys.uuid().map(List::of).orElseGet(() -> lookup.withPorts(keys.macs()));
    if (found.size() > 1) {
      throw unknown(keys, "several nodes match: " + found);
    }
    return found.stream()
        .findFirst()
        .flatMap(nodes::find)
        .orElseThrow(() -> unknown(keys, "nothing matches"));
  }

  private static AssayException unknown(LookupKeys keys, String reason) {
    REFUSALS.info("Lookup refused: %s (%s).".formatted(reason, keys));
    return new AssayException(ErrorCode.NOT_FOUND, "Resource could not be found.");
  }
}
