package dev.assay.simulator.bmc;

import dev.assay.simulator.machine.Machine;
import java.util.Optional;

/** Answers requests to one system and to what of it can be changed. */
final class SystemService {
  private static final String RESET = "/Actions/ComputerSystem.Reset";

  private final Machine machine;
  private final ComputerSystem system;
  private final SecureBoot secureBoot;
  private final BmcRules rules;

  SystemService(Machine machine, VirtualCd media, BmcRules rules) {
    this.machine = machine;
    this.system = new ComputerSystem(machine, media);
    this.secureBoot = new SecureBoot(machine);
    this.rules = rules;
  }

  /** The path of the system. */
  String path() {
    return machine.systemPath();
  }

  /** Empty if the request is for something that never changes. */
  Optional<BmcResponse> route(RedfishRequest request) {
    return switch (request.path().substring(path().length())) {
      case "" -> {
        request.allow("GET", "PATCH");
        if (request.method().equals("PATCH")) {
          rules.checkEtag(request);
          rules.checkOverride(request.json().path("Boot"));
          yield Optional.of(rules.shown(system.patch(request)));
        }
        yield Optional.of(rules.shown(system.show()));
      }
      case "/SecureBoot" -> {
        request.allow("GET", "PATCH");
        if (request.method().equals("PATCH")) {
          rules.checkEtag(request);
          yield Optional.of(secureBoot.patch(request));
        }
        yield Optional.of(secureBoot.show());
      }
      case RESET -> {
        request.allow("POST");
        rules.checkReset(request);
        yield Optional.of(system.reset(request));
      }
      default -> Optional.empty();
    };
  }
}
