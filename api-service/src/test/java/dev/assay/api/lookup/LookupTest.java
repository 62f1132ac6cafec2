package dev.assay.api.lookup;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.emptyString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasLength;
import static org.hamcrest.Matchers.nullValue;

import dev.assay.api.testing.Machines;
import dev.assay.api.testing.Machines.Machine;
import dev.assay.api.testing.NoBroker;
import dev.assay.id.NodeId;
import dev.assay.node.ProvisionState;
import dev.assay.testing.CapturedLog;
import dev.assay.testing.EmbeddedDatabase;
import dev.assay.testing.EmptyTables;
import io.agroal.api.AgroalDataSource;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import jakarta.inject.Inject;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The tables of spec api.md 13.1 and 13.2. */
@QuarkusTest
@QuarkusTestResource(EmbeddedDatabase.class)
@QuarkusTestResource(NoBroker.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class LookupTest {
  /**
   * More than the pool has connections: no request may wait for a second one while it holds its
   * first.
   */
  private static final int AT_ONCE = 40;

  @Inject Machines machines;
  @Inject AgroalDataSource pool;

  @ParameterizedTest
  @ValueSource(strings = {NodeLookup.MATCHES, NodeLookup.WITH_PORTS})
  void nodes_are_found_by_indexes_whatever_the_statistics_say(String query) throws SQLException {
    assertThat(EmptyTables.wholeScans(pool, query)).isEmpty();
  }

  @Test
  void the_token_is_told_once() {
    var machine = machines.waiting();
    lookup("1.62", "addresses=" + machine.mac())
        .statusCode(200)
        .body("node.uuid", equalTo(machine.node().toString()))
        .body("node.keySet().size()", equalTo(5))
        .body("config.heartbeat_timeout", equalTo(300))
        .body("config.agent_token_required", equalTo(true))
        .body("config.agent_token", hasLength(43));
    lookup("1.62", "node_uuid=" + machine.node())
        .body("config.agent_token", equalTo("******"))
        .body("node.driver_internal_info.agent_secret_token", equalTo("******"));
  }

  @Test
  void a_lookup_may_have_1000_addresses() {
    var addresses =
        IntStream.range(0, 1001)
            .mapToObj(i -> "52:54:aa:00:%02x:%02x".formatted(i / 256, i % 256))
            .toList();
    lookup("1.62", "addresses=" + String.join(",", addresses.subList(0, 1000))).statusCode(404);
    lookup("1.62", "addresses=" + String.join(",", addresses)).statusCode(400);
  }

  @Test
  void the_addresses_of_the_bmc_are_not_told_to_everybody() {
    var machine = machines.waiting("192.0.2.77");
    var answer = lookup("1.62", "addresses=" + machine.mac()).statusCode(200).extract().asString();

    assertThat(answer).doesNotContain("192.0.2.77", "lookup_bmc_addresses");
    given()
        .header("X-OpenStack-Ironic-API-Version", "1.62")
        .get("/v1/nodes/" + machine.node())
        .then()
        .body("driver_internal_info.lookup_bmc_addresses[0]", equalTo("192.0.2.77"));
  }

  @Test
  void of_many_look_ups_at_once_one_is_told_the_token() throws Exception {
    var machine = machines.waiting();
    var start = new CyclicBarrier(AT_ONCE);
    Callable<String> ask =
        () -> {
          start.await();
          return lookup("1.62", "node_uuid=" + machine.node())
              .statusCode(200)
              .extract()
              .path("config.agent_token");
        };
    List<String> tokens;
    try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
      tokens =
          threads.invokeAll(Collections.nCopies(AT_ONCE, ask)).stream()
              .map(Future::resultNow)
              .toList();
    }
    assertThat(tokens).hasSize(AT_ONCE).filteredOn(token -> token.length() == 43).hasSize(1);
    assertThat(tokens).filteredOn(token -> token.equals("******")).hasSize(AT_ONCE - 1);
  }

  @Test
  void before_1_62_there_is_no_token() {
    var machine = machines.waiting();
    lookup("1.61", "addresses=" + machine.mac())
        .statusCode(200)
        .body("config.agent_token", nullValue());
  }

  @Test
  void a_leased_node_is_409_only_while_it_has_no_token() {
    var machine = machines.waiting();
    machines.lease(machine);
    lookup("1.62", "addresses=" + machine.mac()).statusCode(409);
    var other = machines.waiting();
    lookup("1.62", "addresses=" + other.mac()).statusCode(200);
    machines.lease(other);
    lookup("1.62", "addresses=" + other.mac()).statusCode(200);
  }

  @ParameterizedTest(name = "{0} {1}: {2}")
  @CsvSource({
    "1.21, addresses=52:54:00:00:00:00,            404",
    "1.22, addresses=,                             400",
    "1.22, addresses=junk,                         400",
    "1.22, node_uuid=junk,                         400",
    "1.22, other=1,                                400",
    "1.22, 'addresses=junk,02:00:00:ff:ff:ff',     404",
    "1.22, node_uuid=1be2c0b003f24d2eae87c02d7f33c123, 404",
  })
  void what_is_asked_is_checked(String version, String query, int status) {
    lookup(version, query).statusCode(status);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      nullValues = "-",
      value = {
        "'02:00:00:ff:ff:01,02:00:00:ff:ff:01', -",
        "'02:00:00:ff:ff:01,02-00-00-FF-FF-01,junk,junk,trash', 2 of the addresses",
      })
  void different_invalid_addresses_are_counted_and_repeated_ones_are_not(
      String addresses, @org.jspecify.annotations.Nullable String warning) {
    try (var log = CapturedLog.of(LookupResource.class)) {
      lookup("1.22", "addresses=" + addresses).statusCode(404);
      var warnings = log.lines().stream().filter(line -> line.contains("valid MAC")).toList();
      if (warning == null) {
        assertThat(warnings).isEmpty();
      } else {
        assertThat(warnings).singleElement().asString().startsWith(warning);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = ProvisionState.class,
      names = {"ENROLL", "MANAGEABLE", "AVAILABLE", "INSPECT_FAILED", "VERIFYING"})
  void a_node_without_a_ramdisk_is_not_disclosed(ProvisionState state) {
    lookup("1.62", "addresses=" + machines.in(state).mac())
        .statusCode(404)
        .body("error_message", containsString("Resource could not be found."));
  }

  @Test
  void addresses_of_two_nodes_are_not_found() {
    var macs = machines.waiting().mac() + "," + machines.waiting().mac();
    lookup("1.62", "addresses=" + macs).statusCode(404);
  }

  @Test
  void a_heartbeat_is_recorded() {
    var machine = machines.waiting();
    var token = token(machine);
    heartbeat(machine.node().toString(), "1.68", good(token))
        .statusCode(202)
        .body(emptyString())
        .header("Content-Type", nullValue());
    assertThat(machines.internalInfo(machine))
        .contains("https://192.0.2.1:9999", "11.2", "agent_last_heartbeat")
        .doesNotContain(token);
    machines.lease(machine);
    heartbeat(machine.node().toString(), "1.68", good(token)).statusCode(202);
  }

  @Test
  void a_heartbeat_may_name_its_node_in_the_body() {
    var machine = machines.waiting();
    var body = good(token(machine));
    body.put("node_ident", machine.node().toString());
    heartbeatOfBody("1.21", body).statusCode(404);
    heartbeatOfBody("1.68", body).statusCode(202);
    assertThat(machines.internalInfo(machine)).contains("agent_last_heartbeat");
    body.put("node_ident", NodeId.random().toString());
    heartbeatOfBody("1.68", body).statusCode(404);
    body.remove("node_ident");
    heartbeatOfBody("1.68", body)
        .statusCode(400)
        .body("error_message", containsString("node_ident"));
  }

  @Test
  void an_agent_is_heard_each_time() {
    var machine = machines.waiting();
    var body = good(token(machine));
    heartbeat(machine.node().toString(), "1.68", body).statusCode(202);
    body.put("agent_version", "11.3");
    body.put("agent_verify_ca", "pem");
    heartbeat(machine.node().toString(), "1.68", body).statusCode(202);
    assertThat(machines.internalInfo(machine))
        .contains("https://192.0.2.1:9999", "\"11.3\"", "\"pem\"", "agent_secret_token")
        .doesNotContain("11.2");
  }

  @Test
  void an_agent_whose_node_has_forgotten_it_is_refused() {
    var machine = machines.waiting();
    var body = good(token(machine));
    heartbeat(machine.node().toString(), "1.68", body).statusCode(202);
    machines.forgetAgent(machine);
    heartbeat(machine.node().toString(), "1.68", body).statusCode(400);
    assertThat(machines.internalInfo(machine)).doesNotContain("agent_url", "agent_last_heartbeat");
  }

  @ParameterizedTest(name = "{1}={2} at {0}: {3}")
  @CsvSource(
      nullValues = "-",
      value = {
        "1.21, agent_version,  11.2,                   404",
        "1.61, agent_version,  11.2,                   400",
        "1.67, agent_verify_ca, pem,                   400",
        "1.68, agent_verify_ca, pem,                   202",
        "1.71, agent_status,   start,                  400",
        "1.72, agent_status,   start,                  202",
        "1.72, agent_status,   junk,                   400",
        "1.68, callback_url,   -,                      400",
        "1.68, callback_url,   ftp://192.0.2.1,        400",
        "1.68, callback_url,   http://192.0.2.1:9999,  400",
        "1.68, callback_url,   '',                     202",
        "1.68, agent_token,    -,                      400",
        "1.68, agent_token,    wrong,                  400",
        "1.68, agent_version,  -,                      400",
        "1.68, other,          x,                      400",
        "1.68, agent_version,  '11\u0000',             400",
      })
  void every_part_of_a_heartbeat_is_checked(
      String version, String name, @org.jspecify.annotations.Nullable String value, int status) {
    var machine = machines.waiting();
    var body = good(token(machine));
    if (value == null) {
      body.remove(name);
    } else {
      body.put(name, value);
    }
    heartbeat(machine.node().toString(), version, body).statusCode(status);
  }

  @Test
  void an_unknown_node_a_changed_address_and_a_lease_are_refused() {
    heartbeat(NodeId.random().toString(), "1.68", good("x")).statusCode(404);
    var machine = machines.waiting();
    var token = token(machine);
    heartbeat(machine.node().toString(), "1.68", good(token)).statusCode(202);
    var moved = good(token);
    moved.put("callback_url", "https://192.0.2.2:9999");
    heartbeat(machine.node().toString(), "1.68", moved)
        .statusCode(400)
        .body("error_message", containsString("callback_url"));
    var leased = machines.waiting();
    var other = token(leased);
    machines.lease(leased);
    heartbeat(leased.node().toString(), "1.68", good(other)).statusCode(409);
  }

  private String token(Machine machine) {
    return lookup("1.62", "addresses=" + machine.mac()).extract().path("config.agent_token");
  }

  private static Map<String, String> good(String token) {
    return new TreeMap<>(
        Map.of(
            "callback_url", "https://192.0.2.1:9999",
            "agent_version", "11.2",
            "agent_token", token));
  }

  private static ValidatableResponse lookup(String version, String query) {
    return given()
        .header("X-OpenStack-Ironic-API-Version", version)
        .get("/v1/lookup?" + query)
        .then();
  }

  private static ValidatableResponse heartbeatOfBody(String version, Map<String, String> body) {
    return heartbeat("", version, body);
  }

  private static ValidatableResponse heartbeat(
      String ident, String version, Map<String, String> body) {
    return given()
        .header("X-OpenStack-Ironic-API-Version", version)
        .contentType("application/json")
        .body(body)
        .post("/v1/heartbeat" + (ident.isEmpty() ? "" : "/" + ident))
        .then();
  }
}
