package dev.assay.scenario;

import dev.assay.stack.ApiAnswer;
import dev.assay.stack.ApiClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A request that must be refused.
 *
 * @param section of spec/api.md
 * @param version of the API to request; empty for none
 * @param call method and path; {@code NODE} stands for the UUID of a node in {@code inspect wait}
 * @param body may be empty
 * @param contentType of the body
 * @param statuses any of these is correct; more than one where the specification leaves it open
 * @param fault must occur in the error message
 */
record BadRequest(
    String section,
    String version,
    String call,
    String body,
    String contentType,
    Set<Integer> statuses,
    String fault) {
  private static final String CALLBACK = "POST /v1/continue_inspection";
  private static final String DEEP = "[".repeat(10_000) + "]".repeat(10_000);
  private static final String LONG_NUMBER = "9".repeat(5_000);
  private static final String NIC = "{\"name\": \"eth0\", \"mac_address\": \"52:54:00:ba:d1:00\"}";
  private static final String OTHER_NIC =
      "{\"name\": \"eth0\", \"mac_address\": \"52:54:00:00:00:99\"}";

  ApiAnswer send(ApiClient api, String node) {
    var parts = call.replace("NODE", node).split(" ", 2);
    var publisher =
        body.isEmpty()
            ? BodyPublishers.noBody()
            : BodyPublishers.ofString(body.replace("NODE", node));
    return api.version(version).send(parts[0], parts[1], publisher, "Content-Type", contentType);
  }

  static Stream<BadRequest> all() {
    return Stream.of(
            callbacks(), versions(), nodes(), lists(), changes(), ports(), ramdisk(), paths())
        .flatMap(rows -> rows);
  }

  // spotless:off
  private static Stream<BadRequest> callbacks() {
    return Stream.of(
        callback("{\"inventory\":", 400, ""),
        callback("nonsense", 400, ""),
        callback("null", 400, ""),
        callback("[]", 400, ""),
        callback("{}", 400, "inventory"),
        callback("{\"inventory\": 5}", 400, "Schema error for data: "),
        callback("{\"inventory\": {\"interfaces\": \"eth0\"}}", 400, "Schema error for data: "),
        callback("{\"inventory\": {\"interfaces\": [5]}}", 400, "Schema error for data: "),
        callback("{\"inventory\": {\"interfaces\": [{\"name\": \"eth0\"}]}}", 400, "mac_address"),
        callback("{\"inventory\": {\"interfaces\": [{\"mac_address\": 5}]}}", 400, "Schema error for data: "),
        callback("{\"inventory\": {\"interfaces\": [" + NIC + "], \"bmc_address\": 5}}", 400, "Schema error for data: "),
        callback("{\"inventory\": {\"interfaces\": [" + NIC + "], \"bmc_v6address\": []}}", 400, "Schema error for data: "),
        callback("{\"inventory\": {\"interfaces\": [" + NIC + "]}, \"deep\": " + DEEP + "}", 400, ""),
        callback("{\"inventory\": {\"interfaces\": [" + NIC + "]}, \"number\": " + LONG_NUMBER + "}", 400, ""),
        callback("{\"inventory\": {\"interfaces\": [{\"mac_address\": \"not-a-mac\"}]}}", 400, "No lookup information provided"),
        callback("{\"inventory\": {\"interfaces\": [" + OTHER_NIC + "]}}", 404, "Resource could not be found."),
        at("1.83", "13.3", CALLBACK, "{\"inventory\": {\"interfaces\": [" + NIC + "]}}", 404, ""),
        at("", "13.3", CALLBACK + "?node_uuid=junk", "{\"inventory\": {\"interfaces\": [" + NIC + "]}}", 400, ""),
        at("1.115", "13.3", CALLBACK + "?node_uuid=junk", "{\"inventory\": {\"interfaces\": [" + NIC + "]}}", 400, ""),
        new BadRequest("T7", "", CALLBACK, "a=b", "text/plain", Set.of(400, 415), ""));
  }

  private static Stream<BadRequest> versions() {
    return Stream.of(
        at("1.999", "V5", "GET /v1/nodes", "", 406, "Version 1.999 was requested but the minor version is not supported by this service. The supported version range is: [1.1, 1.115]."),
        at("1.0", "V5", "GET /v1/nodes", "", 406, ""),
        at("2.1", "V5", "GET /v1/nodes", "", 406, ""),
        at("junk", "V5", "GET /v1/nodes", "", 406, ""),
        at("1.1.1", "V5", "GET /v1", "", 406, ""),
        at("junk", "V6", "GET /", "", 406, ""),
        at("1.999", "V6", "GET /v1/no-such-thing", "", 406, ""),
        at("1.7", "5", "GET /v1/nodes?fields=uuid", "", 406, ""),
        at("1.8", "9.4", "GET /v1/nodes?provision_state=enroll", "", 406, ""),
        at("1.5", "10.2", "PUT /v1/nodes/NODE/states/provision", "{\"target\": \"inspect\"}", 406, ""),
        at("1.40", "10.2", "PUT /v1/nodes/NODE/states/provision", "{\"target\": \"abort\"}", 406, ""),
        at("1.80", "10.6", "GET /v1/nodes/NODE/inventory", "", 404, ""),
        at("1.21", "13.1", "GET /v1/lookup?node_uuid=NODE", "", 404, ""),
        at("1.48", "16", "GET /v1/conductors", "", 404, ""));
  }

  private static Stream<BadRequest> nodes() {
    return Stream.of(
        create("{\"driver\":", 400, ""),
        create("[]", 400, ""),
        create("null", 400, ""),
        create("{}", 400, "driver"),
        create("{\"driver\": 5}", 400, ""),
        create("{\"driver\": \"no-such-driver\"}", 400, ""),
        create("{\"driver\": \"fake-hardware\", \"colour\": \"red\"}", 400, "colour"),
        create("{\"driver\": \"fake-hardware\", \"provision_state\": \"available\"}", 400, "provision_state"),
        create("{\"driver\": \"fake-hardware\", \"uuid\": \"junk\"}", 400, ""),
        create("{\"driver\": \"fake-hardware\", \"name\": \"two words\"}", 400, ""),
        create("{\"driver\": \"fake-hardware\", \"name\": \"detail\"}", 400, ""),
        create("{\"driver\": \"fake-hardware\", \"name\": \"" + "n".repeat(256) + "\"}", 400, ""),
        create("{\"driver\": \"fake-hardware\", \"name\": \"1be26c0b-03f2-4d2e-ae87-c02d7f33c123\"}", 400, ""),
        create("{\"driver\": \"fake-hardware\", \"properties\": []}", 400, ""),
        create("{\"driver\": \"fake-hardware\", \"properties\": {\"memory_mb\": -1}}", 400, "memory_mb"),
        create("{\"driver\": \"fake-hardware\", \"properties\": {\"local_gb\": \"much\"}}", 400, "local_gb"),
        create("{\"driver\": \"fake-hardware\", \"extra\": {\"deep\": " + DEEP + "}}", 400, ""),
        create("{\"driver\": \"fake-hardware\", \"extra\": {\"number\": " + LONG_NUMBER + "}}", 400, ""),
        create("{\"driver\": \"fake-hardware\", \"maintenance\": \"perhaps\"}", 400, ""),
        create("{\"driver\": \"fake-hardware\", \"owner\": \"" + "o".repeat(256) + "\"}", 400, ""),
        create("{\"driver\": \"fake-hardware\", \"description\": \"" + "d".repeat(4097) + "\"}", 400, ""),
        create("{\"driver\": \"fake-hardware\", \"inspect_interface\": \"no-such-interface\"}", 400, "no-such-interface"),
        create("{\"driver\": \"fake-hardware\", \"chassis_uuid\": \"1be26c0b-03f2-4d2e-ae87-c02d7f33c123\"}", 400, ""),
        at("1.49", "9.5", "POST /v1/nodes", "{\"driver\": \"fake-hardware\", \"owner\": \"me\"}", 406, ""));
  }

  private static Stream<BadRequest> lists() {
    return Stream.of(
        get("GET /v1/nodes/%21%21", 400, "Expected a logical name or UUID"),
        get("GET /v1/nodes/1be26c0b-03f2-4d2e-ae87-c02d7f33c123", 404, "could not be found"),
        get("GET /v1/nodes?limit=0", 400, "Limit must be positive"),
        get("GET /v1/nodes?limit=many", 400, ""),
        get("GET /v1/nodes?marker=junk", 400, ""),
        get("GET /v1/nodes?marker=1be26c0b-03f2-4d2e-ae87-c02d7f33c123", 404, ""),
        get("GET /v1/nodes?sort_key=bogus", 400, "The sort_key value \"bogus\" is an invalid field for sorting"),
        get("GET /v1/nodes?sort_key=properties", 400, "The sort_key value \"properties\" is an invalid field for sorting"),
        get("GET /v1/nodes?sort_dir=sideways", 400, ""),
        get("GET /v1/nodes?fields=bogus", 400, "bogus"),
        get("GET /v1/nodes?fields=uuid&detail=true", 400, ""),
        get("GET /v1/nodes?colour=red", 400, "colour"),
        get("GET /v1/nodes?provision_state=bogus", 400, "Provision state \"bogus\" is not valid"),
        get("GET /v1/nodes?maintenance=perhaps", 400, ""),
        get("GET /v1/nodes/NODE/inventory", 404, ""),
        get("GET /v1/nodes/NODE/history/1be26c0b-03f2-4d2e-ae87-c02d7f33c123", 404, ""),
        get("GET /v1/drivers/no-such-driver", 404, "no-such-driver"),
        get("GET /v1/conductors/no-such-conductor", 404, ""));
  }

  private static Stream<BadRequest> changes() {
    return Stream.of(
        patch("{}", 400, ""),
        patch("[5]", 400, ""),
        patch("[{\"op\": \"turn\", \"path\": \"/extra/a\", \"value\": 1}]", 400, ""),
        patch("[{\"op\": \"add\", \"path\": \"/extra/a\"}]", 400, ""),
        patch("[{\"op\": \"add\", \"value\": 1}]", 400, ""),
        patch("[{\"op\": \"replace\", \"path\": \"/provision_state\", \"value\": \"enroll\"}]", 400, ""),
        patch("[{\"op\": \"add\", \"path\": \"/colour\", \"value\": \"red\"}]", 400, ""),
        patch("[{\"op\": \"replace\", \"path\": \"/extra/missing\", \"value\": 1}]", 400, ""),
        patch("[{\"op\": \"add\", \"path\": \"/extra/a/b\", \"value\": 1}]", 400, ""),
        patch("[{\"op\": \"replace\", \"path\": \"/maintenance\", \"value\": \"perhaps\"}]", 400, ""),
        patch("[{\"op\": \"replace\", \"path\": \"/driver_info\", \"value\": 5}]", 400, ""),
        patch("[{\"op\": \"remove\", \"path\": \"/driver\"}]", 400, ""),
        provision("{}", 400, "target"),
        provision("{\"target\": 5}", 400, ""),
        provision("{\"target\": \"polish\"}", 400, "The requested action \"polish\" can not be performed on node \""),
        provision("{\"target\": \"inspect\"}", 400, "while it is in state \"inspect wait\"."),
        provision("{\"target\": \"manage\"}", 400, "while it is in state \"inspect wait\"."),
        provision("{\"target\": \"abort\", \"colour\": \"red\"}", 400, "colour"),
        at("1.115", "10.3", "PUT /v1/nodes/NODE/states/power", "{\"target\": \"sideways\"}", 400, ""),
        at("1.115", "10.3", "PUT /v1/nodes/NODE/states/power", "{\"target\": \"power on\", \"timeout\": 0}", 400, ""),
        get("DELETE /v1/nodes/NODE", 409, ""),
        get("DELETE /v1/nodes/NODE?force=true", 400, ""));
  }

  private static Stream<BadRequest> ports() {
    return Stream.of(
        port("{\"node_uuid\": \"NODE\"}", 400, "address"),
        port("{\"node_uuid\": \"NODE\", \"address\": \"not-a-mac\"}", 400, "not-a-mac"),
        port("{\"node_uuid\": \"NODE\", \"address\": \"52:54:00:ba:d1\"}", 400, ""),
        port("{\"node_uuid\": \"NODE\", \"address\": 5}", 400, ""),
        port("{\"node_uuid\": \"NODE\", \"address\": \"52:54:00:BA:D1:00\"}", 409, "already exists"),
        port("{\"node_uuid\": \"junk\", \"address\": \"52:54:00:ba:d1:01\"}", 400, ""),
        port("{\"node_uuid\": \"1be26c0b-03f2-4d2e-ae87-c02d7f33c123\", \"address\": \"52:54:00:ba:d1:01\"}", 400, ""),
        port("{\"address\": \"52:54:00:ba:d1:01\"}", 400, ""),
        port("{\"node_uuid\": \"NODE\", \"address\": \"52:54:00:ba:d1:01\", \"colour\": \"red\"}", 400, "colour"),
        get("GET /v1/ports?address=junk", 400, "junk"),
        get("GET /v1/ports/1be26c0b-03f2-4d2e-ae87-c02d7f33c123", 404, ""));
  }

  private static Stream<BadRequest> ramdisk() {
    return Stream.of(
        get("GET /v1/lookup", 400, "At least one of 'addresses' and 'node_uuid' parameters is required"),
        get("GET /v1/lookup?addresses=junk", 400, ""),
        get("GET /v1/lookup?node_uuid=junk", 400, ""),
        get("GET /v1/lookup?addresses=52:54:00:00:00:99", 404, "Resource could not be found."),
        get("GET /v1/lookup?node_uuid=1be26c0b-03f2-4d2e-ae87-c02d7f33c123", 404, "Resource could not be found."),
        get("GET /v1/lookup?node_uuid=NODE&colour=red", 400, "colour"),
        heartbeat("{}", 400, "callback_url"),
        heartbeat("{\"callback_url\": \"junk\", \"agent_version\": \"9\", \"agent_token\": \"t\"}", 400, ""),
        heartbeat("{\"callback_url\": \"https://192.0.2.1:9999\", \"agent_version\": \"9\"}", 400, "token"),
        heartbeat("{\"callback_url\": \"https://192.0.2.1:9999\", \"agent_version\": \"9\", \"agent_token\": \"guess\"}", 400, ""),
        at("1.115", "13.2", "POST /v1/heartbeat/1be26c0b-03f2-4d2e-ae87-c02d7f33c123",
            "{\"callback_url\": \"https://192.0.2.1:9999\", \"agent_version\": \"9\", \"agent_token\": \"t\"}", 404, ""));
  }

  private static Stream<BadRequest> paths() {
    return Stream.of(
        get("GET /v1/no-such-thing", 404, ""),
        get("GET /v1/nodes/NODE/no-such-thing", 404, ""),
        get("GET /v2/nodes", 404, ""),
        get("DELETE /v1/nodes", 405, ""),
        at("1.115", "T7", "POST /v1/drivers", "{}", 405, ""),
        new BadRequest("T7", "1.115", "GET /v1/nodes/%2e%2e", "", "application/json", Set.of(400, 404), ""));
  }
  // spotless:on

  private static BadRequest callback(String body, int status, String fault) {
    return at("", "13.3", CALLBACK, body, status, fault);
  }

  private static BadRequest create(String body, int status, String fault) {
    return at("1.115", "9.5", "POST /v1/nodes", body, status, fault);
  }

  private static BadRequest patch(String body, int status, String fault) {
    return at("1.115", "6", "PATCH /v1/nodes/NODE", body, status, fault);
  }

  private static BadRequest provision(String body, int status, String fault) {
    return at("1.115", "10.2", "PUT /v1/nodes/NODE/states/provision", body, status, fault);
  }

  private static BadRequest port(String body, int status, String fault) {
    return at("1.115", "11", "POST /v1/ports", body, status, fault);
  }

  private static BadRequest heartbeat(String body, int status, String fault) {
    return at("1.115", "13.2", "POST /v1/heartbeat/NODE", body, status, fault);
  }

  private static BadRequest get(String call, int status, String fault) {
    return at("1.115", "4, 5", call, "", status, fault);
  }

  private static BadRequest at(
      String version, String section, String call, String body, int status, String fault) {
    return new BadRequest(section, version, call, body, "application/json", Set.of(status), fault);
  }

  @Override
  public String toString() {
    var shown = body.length() > 120 ? body.substring(0, 120) + "..." : body;
    return "%s: %s at %s with %s"
        .formatted(section, call, version.isEmpty() ? "-" : version, shown);
  }
}
