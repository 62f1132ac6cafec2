package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.simulator.machine.Machine;
import dev.assay.simulator.machine.Misbehaviour;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** Authenticates requests and routes them to their resources. Never blocks. */
final class RedfishService {
  private static final Set<String> PUBLIC = Set.of("/redfish", Inventory.ROOT);
  private static final String RESET = "/Actions/ComputerSystem.Reset";

  private final Machine machine;
  private final Sessions sessions;
  private final ComputerSystem system;
  private final Inventory inventory;
  private final SecureBoot secureBoot;
  private final VirtualCd media;
  private final Tasks tasks = new Tasks();
  private final BmcRules rules;

  RedfishService(Machine machine) {
    this.machine = machine;
    this.sessions = new Sessions(machine);
    this.system = new ComputerSystem(machine);
    this.inventory = new Inventory(machine);
    this.secureBoot = new SecureBoot(machine);
    this.rules = new BmcRules(machine.hardware().bmcKind());
    this.media = new VirtualCd(machine, rules, tasks);
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
    var components = new Components(machine);
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
    if (path.startsWith(machine.systemPath())) {
      return routeSystem(request, path.substring(machine.systemPath().length()), components);
    }
    if (path.startsWith(Sessions.PATH)) {
      return routeSessions(request);
    }
    if (path.startsWith(media.path())) {
      return media.route(request);
    }
    if (path.startsWith(Tasks.SERVICE)) {
      return tasks.route(request);
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
          case Components.UPDATE_SERVICE -> Inventory.updateService();
          default ->
              path.equals(Inventory.MANAGERS + "/" + bmcId)
                  ? inventory.bmc(path)
                  : component(request, components);
        };
    request.allow("GET");
    return answer;
  }

  private static BmcResponse component(RedfishRequest request, Components components) {
    request.allow("GET");
    return components
        .find(request.path())
        .map(BmcResponse::ok)
        .orElseThrow(() -> RedfishRefusal.missing(request.path()));
  }

  private BmcResponse routeSystem(RedfishRequest request, String rest, Components components) {
    switch (rest) {
      case "" -> {
        request.allow("GET", "PATCH");
        if (request.method().equals("PATCH")) {
          rules.checkEtag(request);
          rules.checkOverride(request.json().path("Boot"));
          return rules.shown(system.patch(request));
        }
        return rules.shown(system.show());
      }
      case "/SecureBoot" -> {
        request.allow("GET", "PATCH");
        if (request.method().equals("PATCH")) {
          rules.checkEtag(request);
          return secureBoot.patch(request);
        }
        return secureBoot.show();
      }
      case RESET -> {
        request.allow("POST");
        rules.checkReset(request);
        return system.reset(request);
      }
      default -> {
        return component(request, components);
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
