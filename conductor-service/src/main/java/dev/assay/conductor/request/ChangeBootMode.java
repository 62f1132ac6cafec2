package dev.assay.conductor.request;

import dev.assay.conductor.hardware.Drivers;
import dev.assay.hardware.BootModes;
import dev.assay.message.ConductorReply;
import dev.assay.message.ConductorRequest;
import jakarta.enterprise.context.ApplicationScoped;

/**
 * Changes boot mode and secure boot of a machine, and then what is stored of them with the node.
 * Source: spec api.md 10.12.
 */
@ApplicationScoped
class ChangeBootMode {
  private final LeasedRequests requests;
  private final Drivers drivers;

  ChangeBootMode(LeasedRequests requests, Drivers drivers) {
    this.requests = requests;
    this.drivers = drivers;
  }

  ConductorReply run(ConductorRequest.SetBootMode request) {
    return requests.run(
        request.node(),
        NoInspection.needs("boot mode"),
        (node, bmc) -> drivers.serving(node, BootModes.class).setBootMode(bmc, request.mode()),
        node -> node.bootsIn(request.mode().wire(), node.secureBoot()));
  }

  ConductorReply run(ConductorRequest.SetSecureBoot request) {
    return requests.run(
        request.node(),
        NoInspection.needs("secure boot"),
        (node, bmc) -> drivers.serving(node, BootModes.class).setSecureBoot(bmc, request.on()),
        node -> node.bootsIn(node.bootMode(), request.on()));
  }
}
