package dev.assay.simulator.bmc;

import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.Misbehaviour;
import java.util.List;
import java.util.Set;

/** Authenticates requests and routes them to their resources. Never blocks. */
final class RedfishService {
  private static final Set<String> PUBLIC = Set.of("/redfish", Inventory.ROOT);
  private static final String RESET = "/Actions/ComputerSystem.Reset";
  private static final String INTERFACES = "/EthernetInterfaces";

  private final Machine machine;
  private final Sessions sessions;
  private final ComputerSystem system;
  private final Inventory inventory;
  private final VirtualCd media;

  RedfishService(Machine machine) {
    this.machine = machine;
    this.sessions = new Sessions(machine);
    this.system = new ComputerSystem(machine);
    this.inventory = new Inventory(machine);
    this.media = new VirtualCd(machine);
  }

  BmcResponse handle(RedfishRequest request) {
    try {
      if (machine.misbehaviour() instanceof Misbehaviour.BmcRefuses(int status)) {
        throw status == 401
            ? RedfishRefusal.unauthorized(machine.name())
            : RedfishRefusal.unavailable();
      }
      if (!isPublic(request)) {
        sessions.require(request);
      }
      return route(request);
    } catch (RedfishRefusal refusal) {
      return refusal.answer();
    }
  }

  private static boolean isPublic(RedfishRequest request) {
    return PUBLIC.contains(request.path())
        || (request.path().equals(Sessions.PATH) && request.method().equals("POST"));
  }

  private BmcResponse route(RedfishRequest request) {
    var path = request.path();
    if (path.startsWith(machine.systemPath())) {
      return routeSystem(request, path.substring(machine.systemPath().length()));
    }
    if (path.startsWith(Sessions.PATH)) {
      return routeSessions(request);
    }
    if (path.startsWith(media.path())) {
      return media.route(request);
    }
    var bmcId = machine.hardware().bmcId();
    var answer =
        switch (path) {
          case "/redfish" -> Inventory.versions();
          case Inventory.ROOT -> inventory.root();
          case Inventory.SESSION_SERVICE -> Inventory.sessionService();
          case Inventory.SYSTEMS ->
              Inventory.collection(path, "ComputerSystem", List.of(machine.hardware().systemId()));
          case Inventory.MANAGERS -> Inventory.collection(path, "Manager", List.of(bmcId));
          case Inventory.CHASSIS -> Inventory.collection(path, "Chassis", List.of("1"));
          case Inventory.CHASSIS + "/1" -> inventory.chassis(path);
          default -> {
            if (!path.equals(Inventory.MANAGERS + "/" + bmcId)) {
              throw RedfishRefusal.missing(path);
            }
            yield inventory.bmc(path);
          }
        };
    request.allow("GET");
    return answer;
  }

  private BmcResponse routeSystem(RedfishRequest request, String rest) {
    switch (rest) {
      case "" -> {
        request.allow("GET", "PATCH");
        return request.method().equals("PATCH") ? system.patch(request) : system.show();
      }
      case RESET -> {
        request.allow("POST");
        return system.reset(request);
      }
      case INTERFACES -> {
        request.allow("GET");
        return Inventory.collection(request.path(), "EthernetInterface", inventory.interfaceIds());
      }
      default -> {
        if (!rest.startsWith(INTERFACES + "/")) {
          throw RedfishRefusal.missing(request.path());
        }
        request.allow("GET");
        return inventory.networkInterface(request.path(), rest.substring(INTERFACES.length() + 1));
      }
    }
  }

  private BmcResponse routeSessions(RedfishRequest request) {
    var rest = request.path().substring(Sessions.PATH.length());
    if (rest.isEmpty()) {
      request.allow("GET", "POST");
      return request.method().equals("POST")
          ? sessions.open(request.json())
          : Inventory.collection(Sessions.PATH, "Session", sessions.ids());
    }
    if (!rest.startsWith("/")) {
      throw RedfishRefusal.missing(request.path());
    }
    request.allow("GET", "DELETE");
    var id = rest.substring(1);
    return request.method().equals("DELETE") ? sessions.close(id) : sessions.show(id);
  }
}
