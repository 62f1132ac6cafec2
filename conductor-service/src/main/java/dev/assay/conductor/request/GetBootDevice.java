package dev.assay.conductor.request;

import dev.assay.conductor.hardware.Drivers;
import dev.assay.conductor.hardware.StoredBmc;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.Boot;
import dev.assay.id.NodeId;
import dev.assay.message.ConductorReply;
import dev.assay.message.ConductorRequest;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;

/** Reads a machine's boot device. It changes nothing, so it needs no lease. */
@ApplicationScoped
class GetBootDevice {
  private final Nodes nodes;
  private final Drivers drivers;

  GetBootDevice(Nodes nodes, Drivers drivers) {
    this.nodes = nodes;
    this.drivers = drivers;
  }

  ConductorReply run(ConductorRequest.GetBootDevice request) {
    var attributes =
        QuarkusTransaction.requiringNew()
            .call(() -> nodes.find(request.node()).map(Node::attributes))
            .orElseThrow(() -> gone(request.node()));
    var boot = drivers.serving(attributes, Boot.class);
    return new ConductorReply.BootsFrom(
        boot.bootDevice(StoredBmc.of(request.node(), attributes.secretDriverInfo())));
  }

  /** The error for a node that was deleted after the API looked it up. */
  static AssayException gone(NodeId node) {
    return new AssayException(ErrorCode.NOT_FOUND, "Node %s could not be found.".formatted(node));
  }
}
