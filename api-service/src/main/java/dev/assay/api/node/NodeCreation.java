package dev.assay.api.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.ApiConfig;
import dev.assay.api.http.ApiRequest;
import dev.assay.api.http.ApiVersion;
import dev.assay.discovery.DiscoveryPlan;
import dev.assay.id.NodeId;
import dev.assay.node.Node;
import dev.assay.node.NodeDocument;
import dev.assay.node.Nodes;
import dev.assay.node.ProvisionState;
import dev.assay.nodeedit.NodeEdit;
import dev.assay.storedjson.StoredJson;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.transaction.Transactional;
import java.time.Clock;
import java.util.Locale;
import java.util.Optional;

/** Enrols a node. Source: spec api.md 9.5, whose order the checks have. */
@ApplicationScoped
public class NodeCreation {
  private static final int ENROLL = 11;

  private final Nodes nodes;
  private final RequestDirectory directory;
  private final NodeEdit edit;
  private final ApiRequest request;
  private final ApiConfig config;
  private final Clock clock;

  NodeCreation(
      Nodes nodes,
      RequestDirectory directory,
      NodeEdit edit,
      ApiRequest request,
      ApiConfig config,
      Clock clock) {
    this.nodes = nodes;
    this.directory = directory;
    this.edit = edit;
    this.request = request;
    this.config = config;
    this.clock = clock;
  }

  /** The new node, written. */
  @Transactional
  public Node create(ObjectNode body) {
    forgiveOldClients(body);
    var document = NodeFields.TABLE.accepted(body, request.version());
    Optional.ofNullable(NodeDocument.text(document, "name"))
        .ifPresent(name -> NodeNames.require("node", name, request.version()));
    fillIn(document);
    var uuid =
        Optional.ofNullable(NodeDocument.text(document, "uuid"))
            .map(NodeId::of)
            .orElseGet(NodeId::random);
    var attributes = edit.create(uuid, document, directory);
    var state =
        request.version().atLeast(ENROLL) ? ProvisionState.ENROLL : ProvisionState.AVAILABLE;
    var node = new Node(uuid, attributes, state, false, clock.instant());
    NodeConflicts.write(uuid, attributes, () -> nodes.add(node));
    return node;
  }

  /**
   * A node for an unknown machine, written: in enroll, without a name or a BMC, all interfaces at
   * their defaults. NO_CONDUCTOR_FOR_DRIVER when no live one would work on it. Source: spec
   * conductor.md 4.3 (D3).
   */
  @Transactional
  public Node discover(DiscoveryPlan plan) {
    var document =
        NodeFields.TABLE.accepted(StoredJson.object().put("driver", plan.driver()), ApiVersion.MAX);
    fillIn(document);
    plan.inspectionScope()
        .ifPresent(
            scope -> ((ObjectNode) document.path("properties")).put("inspection_scope", scope));
    var uuid = NodeId.random();
    var attributes = edit.create(uuid, document, directory);
    var node = new Node(uuid, attributes, ProvisionState.ENROLL, true, clock.instant());
    nodes.add(node);
    return node;
  }

  /** What the site wants where the client said nothing. */
  private void fillIn(ObjectNode document) {
    if (document.path("resource_class").isNull()) {
      document.put("resource_class", config.defaultResourceClass().orElse(null));
    }
    if (document.path("conductor_group").textValue().isEmpty()) {
      document.put(
          "conductor_group", config.defaultConductorGroup().orElse("").toLowerCase(Locale.ROOT));
    }
  }

  /** Both mean "none" and are sent at any version. */
  private static void forgiveOldClients(ObjectNode body) {
    if (body.path("name").isNull()) {
      body.remove("name");
    }
    if ("".equals(body.path("conductor_group").textValue())) {
      body.remove("conductor_group");
    }
  }
}
