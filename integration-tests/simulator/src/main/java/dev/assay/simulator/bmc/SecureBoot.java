package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.simulator.machine.Machine;
import java.util.Map;

/** The SecureBoot resource: what is set counts from the next boot on (DSP0268). */
final class SecureBoot {
  private static final String ENABLE = "SecureBootEnable";

  private final Machine machine;

  SecureBoot(Machine machine) {
    this.machine = machine;
  }

  /** The path of the resource. */
  static String path(Machine machine) {
    return machine.systemPath() + "/SecureBoot";
  }

  BmcResponse show() {
    var etag = Etag.of(machine);
    var json =
        JsonNodeFactory.instance
            .objectNode()
            .put("@odata.id", path(machine))
            .put("@odata.type", "#SecureBoot.v1_1_2.SecureBoot")
            .put("@odata.etag", etag)
            .put("Id", "SecureBoot")
            .put("Name", "UEFI Secure Boot")
            .put(ENABLE, machine.secureBootWanted())
            .put("SecureBootCurrentBoot", machine.secureBootUsed() ? "Enabled" : "Disabled")
            .put("SecureBootMode", "UserMode");
    return new BmcResponse(200, json, Map.of("ETag", etag));
  }

  BmcResponse patch(RedfishRequest request) {
    Etag.check(request, machine);
    var body = request.json();
    for (var name : (Iterable<String>) body::fieldNames) {
      if (!name.equals(ENABLE)) {
        throw RedfishRefusal.notWritable(name);
      }
    }
    var on = body.path(ENABLE);
    if (!on.isBoolean()) {
      throw RedfishRefusal.propertyMissing(ENABLE);
    }
    machine.secureBoot(on.booleanValue());
    return show();
  }
}
