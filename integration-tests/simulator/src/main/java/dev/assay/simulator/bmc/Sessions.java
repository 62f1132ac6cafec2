package dev.assay.simulator.bmc;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.simulator.machine.Machine;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Authenticates clients of the BMC: Basic authentication and sessions (DSP0266, 13.3). */
final class Sessions {
  static final String PATH = "/redfish/v1/SessionService/Sessions";

  /** As low as on real BMCs, so that clients which do not log out are noticed. */
  static final int LIMIT = 16;

  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final Machine machine;
  private final Map<String, String> idsByToken = new LinkedHashMap<>();
  private int lastId;

  Sessions(Machine machine) {
    this.machine = machine;
  }

  /**
   * Accepts a request with the token of an open session or with the correct user and password.
   *
   * @throws RedfishRefusal 401 otherwise
   */
  synchronized void require(RedfishRequest request) {
    var allowed =
        request.token() != null
            ? idsByToken.containsKey(request.token())
            : basicMatches(request.authorization());
    if (!allowed) {
      throw RedfishRefusal.unauthorized(machine.name());
    }
  }

  /** Opens a session: 201 with the token and the session's location. */
  synchronized BmcResponse open(ObjectNode body) {
    var user = text(body, "UserName");
    var password = text(body, "Password");
    if (!user.equals(machine.username()) || !password.equals(machine.password())) {
      throw RedfishRefusal.unauthorized(machine.name());
    }
    if (idsByToken.size() >= LIMIT) {
      throw RedfishRefusal.tooManySessions();
    }
    var token = UUID.randomUUID().toString().replace("-", "");
    var id = String.valueOf(++lastId);
    idsByToken.put(token, id);
    var headers = Map.of("X-Auth-Token", token, "Location", PATH + "/" + id);
    return new BmcResponse(201, member(id), headers);
  }

  synchronized BmcResponse show(String id) {
    requireId(id);
    return BmcResponse.ok(member(id));
  }

  synchronized BmcResponse close(String id) {
    requireId(id);
    idsByToken.values().remove(id);
    return BmcResponse.noContent();
  }

  synchronized List<String> ids() {
    return List.copyOf(idsByToken.values());
  }

  private void requireId(String id) {
    if (!idsByToken.containsValue(id)) {
      throw RedfishRefusal.missing(PATH + "/" + id);
    }
  }

  private ObjectNode member(String id) {
    return JSON.objectNode()
        .put("@odata.id", PATH + "/" + id)
        .put("@odata.type", "#Session.v1_7_0.Session")
        .put("Id", id)
        .put("Name", "Session " + id)
        .put("UserName", machine.username());
  }

  private boolean basicMatches(@Nullable String authorization) {
    if (authorization == null || !authorization.regionMatches(true, 0, "Basic ", 0, 6)) {
      return false;
    }
    var expected = machine.username() + ":" + machine.password();
    var encoded = Base64.getEncoder().encodeToString(expected.getBytes(StandardCharsets.UTF_8));
    return authorization.substring(6).strip().equals(encoded);
  }

  private static String text(ObjectNode body, String property) {
    var value = body.get(property);
    if (value == null || !value.isTextual()) {
      throw RedfishRefusal.propertyMissing(property);
    }
    return value.textValue();
  }
}
