package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.Misbehaviour;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

/** Authenticates requests and routes them to their resources. Never blocks. */
final class RedfishService {
  private static final Set<String> PUBLIC = Set.of("/redfish", Inventory.ROOT);

  private final List<Machine> machines;
  private final Machine first;
  private final String bmcPath;
  private final Sessions sessions;
  private final Inventory inventory;
  private final List<VirtualCd> media;
  private final List<SystemService> systems;
  private final Tasks tasks = new Tasks();

  /**
   * The service of one BMC.
   *
   * @param machines all that it controls; the login and the misbehaviour are those of the first
   */
  RedfishService(List<Machine> machines) {
    this.machines = machines;
    this.first = machines.getFirst();
    this.bmcPath = Inventory.MANAGERS + "/" + first.hardware().bmcId();
    this.sessions = new Sessions(first);
    this.inventory = new Inventory(machines);
    var rules = new BmcRules(first.hardware().bmcKind());
    this.media =
        machines.stream()
            .map(machine -> new VirtualCd(machine, mediaParent(machine), rules, tasks))
            .toList();
    this.systems =
        IntStream.range(0, machines.size())
            .mapToObj(i -> new SystemService(machines.get(i), media.get(i), rules))
            .toList();
  }

  /** The media of the only system belong to the BMC, those of several to the systems. */
  private String mediaParent(Machine machine) {
    return machines.size() == 1 ? bmcPath : machine.systemPath();
  }

  BmcResponse handle(RedfishRequest request) {
    try {
      if (first.misbehaviour() instanceof Misbehaviour.BmcRefuses(int status)) {
        throw status == 401
            ? RedfishRefusal.unauthorized(first.name())
            : RedfishRefusal.unavailable();
      }
      if (!isPublic(request)) {
        sessions.require(request);
      }
      return answer(request);
    } catch (RedfishRefusal refusal) {
      return refusal.answer();
    }
  }

  private static boolean isPublic(RedfishRequest request) {
    return PUBLIC.contains(request.path())
        || (request.path().equals(Sessions.PATH) && request.method().equals("POST"));
  }

  private BmcResponse answer(RedfishRequest request) {
    var components = new Components(machines);
    var answer = route(request, components);
    if (request.effectiveMethod().equals("GET") && answer.body() != null) {
      CollectionQuery.of(request.query())
          .apply(answer.body(), path -> require(route(request.to(path), components)));
    }
    return answer;
  }

  private static ObjectNode require(BmcResponse answer) {
    return Objects.requireNonNull(answer.body(), "a member without a body");
  }

  private BmcResponse route(RedfishRequest request, Components components) {
    var path = request.path();
    if (path.startsWith(Sessions.PATH)) {
      return routeSessions(request);
    }
    if (path.startsWith(Tasks.SERVICE)) {
      return tasks.route(request);
    }
    for (var drives : media) {
      if (isAtOrBelow(path, drives.path())) {
        return drives.route(request);
      }
    }
    for (var system : systems) {
      if (isAtOrBelow(path, system.path())) {
        return system.route(request).orElseGet(() -> component(request, components));
      }
    }
    var answer =
        switch (path) {
          case "/redfish" -> Inventory.versions();
          case Inventory.ROOT -> inventory.root();
          case Inventory.SESSION_SERVICE -> Inventory.sessionService();
          case Inventory.SYSTEMS -> inventory.systems();
          case Inventory.MANAGERS ->
              Inventory.collection(path, "Manager", List.of(first.hardware().bmcId()));
          case Inventory.CHASSIS -> inventory.allChassis();
          case Components.UPDATE_SERVICE -> Inventory.updateService();
          default ->
              path.equals(bmcPath)
                  ? inventory.bmc(path, media)
                  : inventory.chassis(path).orElseGet(() -> component(request, components));
        };
    request.allow("GET");
    return answer;
  }

  private static boolean isAtOrBelow(String path, String parent) {
    return path.equals(parent) || path.startsWith(parent + "/");
  }

  private static BmcResponse component(RedfishRequest request, Components components) {
    request.allow("GET");
    return components
        .find(request.path())
        .map(BmcResponse::ok)
        .orElseThrow(() -> RedfishRefusal.missing(request.path()));
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
