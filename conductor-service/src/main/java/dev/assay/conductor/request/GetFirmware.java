package dev.assay.conductor.request;

import dev.assay.conductor.hardware.Drivers;
import dev.assay.conductor.hardware.StoredBmc;
import dev.assay.hardware.Firmware;
import dev.assay.message.ConductorReply;
import dev.assay.message.ConductorRequest;
import dev.assay.node.Node;
import dev.assay.node.Nodes;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;

/** Reads the versions of a machine's firmware. It changes nothing, so it needs no lease. */
@ApplicationScoped
class GetFirmware {
  private final Nodes nodes;
  private final Drivers drivers;

  GetFirmware(Nodes nodes, Drivers drivers) {
    this.nodes = nodes;
    this.drivers = drivers;
  }

  ConductorReply run(ConductorRequest.GetFirmware request) {
    var node =
        QuarkusTransaction.requiringNew()
            .call(() -> nodes.find(request.node()).map(Node::attributes))
            .orElseThrow(() -> GetBootDevice.gone(request.node()));
    return new ConductorReply.FirmwareVersions(
        drivers.serving(node) instanceof Firmware firmware
            ? firmware.firmware(StoredBmc.of(request.node(), node.secretDriverInfo()))
            : Map.of());
  }
}
