package dev.assay.api.lookup;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.ApiConfig;
import dev.assay.api.attempt.AttemptJournal;
import dev.assay.api.attempt.AttemptRefused;
import dev.assay.api.attempt.Candidate;
import dev.assay.api.attempt.LookupKeys;
import dev.assay.api.attempt.Outcome;
import dev.assay.api.attempt.Verdict;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.Masking;
import dev.assay.api.http.Query;
import dev.assay.api.log.LimitedLog;
import dev.assay.api.source.SourceLimit;
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

  /** As many as a callback may have interfaces. */
  private static final int MOST_ADDRESSES = 1000;

  /** More addresses cost as much as further requests: they could be guessed. */
  private static final int ADDRESSES_OF_A_REQUEST = 16;

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
  private final AttemptJournal journal;
  private final SourceLimit limit;

  LookupResource(
      ApiRequest request,
      ApiConfig config,
      NodeLookup lookup,
      Nodes nodes,
      AgentTokens tokens,
      LookupResponse answer,
      AttemptJournal journal,
      SourceLimit limit) {
    this.request = request;
    this.config = config;
    this.lookup = lookup;
    this.nodes = nodes;
    this.tokens = tokens;
    this.answer = answer;
    this.journal = journal;
    this.limit = limit;
  }

  @GET
  public ObjectNode lookup(@Context UriInfo uri) {
    request.version().requireResource(SINCE);
    var keys = keys(Query.of(uri, "addresses", "node_uuid"));
    try {
      var answered = answered(keys);
      journal.lookup(keys, found(keys, answered.node()));
      return answered.body();
    } catch (AttemptRefused e) {
      REFUSALS.info("Lookup refused: %s (%s).".formatted(e.verdict().sentence(), keys));
      journal.lookup(keys, e.verdict());
      throw e;
    } catch (AssayException e) {
      if (e.code() == ErrorCode.NODE_LOCKED) { // a token must be created for the node
        journal.lookup(keys, new Verdict(Outcome.NODE_BUSY, e.sentence()));
      }
      throw e;
    }
  }

  private record Answered(Node node, ObjectNode body) {}

  private Answered answered(LookupKeys keys) {
    var node = disclosed(only(keys));
    if (!request.version().atLeast(TOKEN_SINCE)) {
      return new Answered(node, answer.of(node, null));
    }
    return new Answered(
        node,
        node.agentTokenHash() == null
            ? QuarkusTransaction.requiringNew().call(() -> withToken(node.uuid()))
            : answer.of(node, Masking.MASK));
  }

  /** Locks the node's row, which only the creation of a token needs. */
  private ObjectNode withToken(NodeId uuid) {
    var node =
        nodes
            .findForUpdate(uuid)
            .map(this::disclosed)
            .orElseThrow(
                () ->
                    new AttemptRefused(
                        new Verdict(Outcome.NOTHING_MATCHES, "the node was deleted just now")));
    return answer.of(node, tokens.tell(node));
  }

  private Node disclosed(Node node) {
    MDC.put("node", node.uuid().toString());
    if (config.restrictLookup() && !RAMDISK_RUNS.contains(node.provisionState())) {
      throw new AttemptRefused(
          new Verdict(
              Outcome.WRONG_STATE,
              "node %s is in state \"%s\", where no ramdisk runs"
                  .formatted(node.uuid(), node.provisionState().wire()),
              List.of(candidate(node))));
    }
    return node;
  }

  /** The UUID takes precedence; the addresses are then ignored. */
  private LookupKeys keys(Query query) {
    var uuid = query.uuid("node_uuid").map(NodeId::new);
    var keys = new LookupKeys(uuid, uuid.isPresent() ? List.of() : macs(query), List.of());
    if (keys.none()) {
      throw new AssayException(
          ErrorCode.INVALID_PARAMETER,
          "At least one of 'addresses' and 'node_uuid' parameters is required");
    }
    return keys;
  }

  private List<MacAddress> macs(Query query) {
    var given = query.list("addresses");
    if (given.size() > MOST_ADDRESSES) {
      throw new AssayException(
          ErrorCode.INVALID_PARAMETER,
          "A lookup may have %d addresses, this one has %d."
              .formatted(MOST_ADDRESSES, given.size()));
    }
    limit.require((given.size() - 1) / ADDRESSES_OF_A_REQUEST);
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
    var uuid = keys.uuid();
    if (uuid.isPresent()) {
      return nodes
          .find(uuid.get())
          .orElseThrow(() -> refused(Outcome.UNKNOWN_UUID, "no node has the UUID", List.of()));
    }
    var found = lookup.withPorts(keys.macs());
    if (found.size() > 1) {
      throw refused(
          Outcome.MACS_OF_SEVERAL_NODES,
          "several nodes match: " + found.stream().map(NodeLookup.Match::node).toList(),
          found);
    }
    return found.stream()
        .findFirst()
        .flatMap(match -> nodes.find(match.node()))
        .orElseThrow(() -> refused(Outcome.NOTHING_MATCHES, "nothing matches", found));
  }

  private static AttemptRefused refused(
      Outcome outcome, String sentence, List<NodeLookup.Match> matches) {
    return new AttemptRefused(new Verdict(outcome, sentence, Candidates.of(matches)));
  }

  private static Verdict found(LookupKeys keys, Node node) {
    return new Verdict(
        Outcome.ACCEPTED,
        "node %s was found by %s"
            .formatted(node.uuid(), keys.uuid().isPresent() ? "its UUID" : "its MACs"),
        List.of(candidate(node)));
  }

  /** The only one: nothing that was sent speaks against it. */
  private static Candidate candidate(Node node) {
    return new Candidate(
        node.uuid().toString(), node.provisionState().wire(), List.of(), List.of(), List.of());
  }
}
