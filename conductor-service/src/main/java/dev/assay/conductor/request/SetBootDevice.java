package dev.assay.conductor.request;

import dev.assay.conductor.hardware.Drivers;
import dev.assay.hardware.Boot;
import dev.assay.message.ConductorReply;
import dev.assay.message.ConductorRequest;
import jakarta.enterprise.context.ApplicationScoped;

/** Sets a machine's boot device. Source: spec api.md 10.4. */
@ApplicationScoped
class SetBootDevice {
  private final LeasedRequests requests;
  private final Drivers drivers;

  SetBootDevice(LeasedRequests requests, Drivers drivers) {
    this.requests = requests;
    this.drivers = drivers;
  }

  ConductorReply run(ConductorRequest.SetBootDevice request) {
    return requests.run(
        request.node(),
        (node, bmc) ->
            drivers.serving(node, Boot.class).bootFrom(bmc, request.device(), request.persistent()),
        _ -> {});
  }
}
