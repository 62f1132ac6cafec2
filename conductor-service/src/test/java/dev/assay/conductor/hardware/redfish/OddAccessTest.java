package dev.assay.conductor.hardware.redfish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.conductor.hardware.redfish.StubBmc.Reply;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.Bmc;
import dev.assay.node.NodeId;
import dev.assay.node.PowerState;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Getting into BMCs that let one in their own way. */
class OddAccessTest extends OddBmc {
  @Test
  void has_no_sessions_and_gets_user_and_password() {
    stub.on(GET_SYSTEM, Reply.ok("{'PowerState':'On'}"));

    assertThat(driver.power(stub.bmc())).contains(PowerState.ON);
    assertThat(driver.power(stub.bmc())).contains(PowerState.ON);
    assertThat(stub.requests())
        .filteredOn(request -> request.equals("GET /redfish/v1/"))
        .as("asked for sessions once")
        .hasSize(1);
    assertThat(stub.requests()).contains(GET_SYSTEM + " basic");
  }

  @Test
  void has_no_room_for_a_session_and_gets_user_and_password() {
    withSessions(() -> Reply.status(503));
    stub.on(GET_SYSTEM, Reply.ok("{'PowerState':'On'}"));

    assertThat(driver.power(stub.bmc())).contains(PowerState.ON);
    assertThat(time.pauses()).isEmpty();
  }

  @Test
  void forgets_a_session_and_gets_a_new_one() {
    var number = new AtomicInteger();
    withSessions(() -> Reply.status(201, "X-Auth-Token", "token-" + number.incrementAndGet()));
    stub.on(GET_SYSTEM, Reply.ok("{'PowerState':'On'}"));
    assertThat(driver.power(stub.bmc())).contains(PowerState.ON);

    stub.on(GET_SYSTEM, replies(Reply.status(401), Reply.ok("{'PowerState':'Off'}")));
    assertThat(driver.power(stub.bmc())).contains(PowerState.OFF);
    assertThat(number).hasValue(2);
    assertThat(stub.requests())
        .endsWith(
            GET_SYSTEM + " token token-1",
            "GET /redfish/v1/",
            "POST " + SESSIONS,
            GET_SYSTEM + " token token-2");
  }

  @Test
  void refuses_a_new_session_as_well() {
    withSessions(() -> Reply.status(201, "X-Auth-Token", "token"));
    stub.on(GET_SYSTEM, Reply.status(401)).on("GET /redfish/v1/Systems", Reply.status(401));

    fails(() -> driver.power(stub.bmc()), ErrorCode.BMC_REFUSED, "HTTP 401");
  }

  @Test
  void tries_a_wrong_password_once_only() {
    withSessions(() -> Reply.status(401));

    fails(() -> driver.power(stub.bmc()), ErrorCode.BMC_REFUSED, "HTTP 401");
    assertThat(stub.requests()).containsExactly("GET /redfish/v1/", "POST " + SESSIONS);
  }

  @Test
  void repeats_the_password_in_its_error() {
    stub.on(
        GET_SYSTEM,
        new Reply(
            403,
            "{\"error\":{\"@Message.ExtendedInfo\":[{\"Message\":\"user root with\\ncalvin-5ecret may not\"}]}}",
            java.util.List.of()));

    fails(
        () -> driver.power(stub.bmc()),
        ErrorCode.BMC_REFUSED,
        "HTTP 403 (user root with ****** may not)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ftp://10.0.0.5",
        "https://",
        "https://root:calvin-5ecret@10.0.0.5",
        "not a host"
      })
  void has_no_usable_address(String address) {
    var info = stub.driverInfo().put("redfish_address", address);

    fails(
        () -> driver.power(new Bmc(NodeId.random(), info)),
        ErrorCode.INVALID_PARAMETER,
        "redfish_address");
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.5", "bmc.example.com", "2001:db8::5", "[2001:db8::5]:8443"})
  void is_spoken_to_with_tls_when_only_its_host_is_known(String address) {
    assertThat(BmcAddress.parse(address).toString()).startsWith("https://");
  }

  @Test
  void has_settings_that_cannot_be_used() {
    for (var setting :
        new String[][] {
          {"redfish_verify_ca", "/nosuch/ca.pem"},
          {"redfish_tls_minimum_version", "0.9"},
          {"redfish_tls_ciphers", "ROT13"},
          {"redfish_auth_type", "magic"}
        }) {
      var info = stub.driverInfo().put(setting[0], setting[1]);
      fails(
          () -> driver.power(new Bmc(NodeId.random(), info)),
          ErrorCode.INVALID_PARAMETER,
          setting[0]);
    }
  }

  @Test
  void shows_no_secret_in_any_text() {
    var access = RedfishAccess.of(stub.bmc());

    assertThat(
            access.toString()
                + access.login()
                + stub.bmc()
                + new Transport.Credential("a", "calvin-5ecret"))
        .doesNotContain("calvin-5ecret");
  }

  private void withSessions(Supplier<Reply> reply) {
    stub.on(
            "GET /redfish/v1/",
            Reply.ok(
                "{'Systems':{'@odata.id':'/redfish/v1/Systems'},"
                    + "'Links':{'Sessions':{'@odata.id':'"
                    + SESSIONS
                    + "'}}}"))
        .on("POST " + SESSIONS, reply);
  }
}
