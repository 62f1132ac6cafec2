package dev.assay.redfish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.error.ErrorCode;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.HardwareFailure;
import dev.assay.hardware.PowerState;
import dev.assay.id.NodeId;
import dev.assay.redfish.StubBmc.Reply;
import dev.assay.redfish.client.BmcAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logins at BMCs that deviate from the standard. */
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
  void gets_a_password_that_has_become_wrong_once_only() {
    withSessions(() -> Reply.status(405));
    stub.on(GET_SYSTEM, replies(Reply.ok("{'PowerState':'On'}"), Reply.status(401)));
    assertThat(driver.power(stub.bmc())).contains(PowerState.ON);
    var before = stub.requests().size();

    fails(() -> driver.power(stub.bmc()), ErrorCode.BMC_REFUSED, "HTTP 401");
    assertThat(stub.requests().subList(before, stub.requests().size()))
        .filteredOn(request -> request.equals(GET_SYSTEM + " basic") || request.startsWith("POST"))
        .containsExactly(GET_SYSTEM + " basic");
  }

  @Test
  void opens_sessions_without_a_token_and_is_asked_for_one_only() {
    withSessions(() -> Reply.status(201, "Location", SESSIONS + "/7"));
    stub.on(GET_SYSTEM, Reply.ok("{'PowerState':'On'}"));

    assertThat(driver.power(stub.bmc())).contains(PowerState.ON);
    assertThat(driver.power(stub.bmc())).contains(PowerState.ON);
    assertThat(stub.requests())
        .filteredOn(request -> request.startsWith("POST " + SESSIONS))
        .hasSize(1);
  }

  @Test
  void repeats_the_password_in_its_error_which_then_is_not_shown() {
    stub.on(
        GET_SYSTEM,
        new Reply(
            403,
            "{\"error\":{\"@Message.ExtendedInfo\":[{\"Message\":\"user root with\\ncalvin-5ecret may not\"}]}}",
            List.of()));

    fails(
        () -> driver.power(stub.bmc()),
        ErrorCode.BMC_REFUSED,
        "HTTP 403 (left out: it may repeat a password)");
  }

  @Test
  void repeats_the_password_where_its_words_are_cut() {
    stub.on(GET_SYSTEM, refusal("x".repeat(290) + " calvin-5ecret"));

    assertThatThrownBy(() -> driver.power(stub.bmc())).hasMessageNotContaining("calvin");
  }

  @Test
  void repeats_what_it_kept_of_the_password() {
    stub.on(GET_SYSTEM, refusal("no user has the password calvin-5ec"));

    assertThatThrownBy(() -> driver.power(stub.bmc())).hasMessageNotContaining("calvin");
  }

  @Test
  void has_a_password_that_is_too_short_to_look_for_and_its_words_are_not_shown() {
    stub.on(GET_SYSTEM, refusal("a user may not"));
    var info = stub.driverInfo().put("redfish_password", "a");

    fails(
        () -> driver.power(new Bmc(NodeId.random(), info)),
        ErrorCode.BMC_REFUSED,
        "answered GET " + StubBmc.SYSTEM + " with HTTP 403 (left out: it may repeat a password).");
  }

  @Test
  void gives_a_token_that_no_request_can_carry() {
    withSessions(() -> Reply.status(201, "X-Auth-Token", "\u00fcber-token"));
    stub.on(GET_SYSTEM, Reply.ok("{'PowerState':'On'}"));

    assertThat(driver.power(stub.bmc())).as("auto: with user and password").isPresent();
    fails(
        () -> driver.power(bmc("redfish_auth_type", "session")),
        ErrorCode.BMC_ANSWER_UNUSABLE,
        "X-Auth-Token that can be sent back",
        "redfish_auth_type");
  }

  @Test
  void is_left_when_it_is_refused_so_that_no_session_stays_open() {
    withSessions(() -> Reply.status(201, "X-Auth-Token", "token-1", "Location", SESSIONS + "/7"));
    stub.on(GET_SYSTEM, replies(Reply.ok("{'PowerState':'On'}"), Reply.status(401)));
    assertThat(driver.power(stub.bmc())).isPresent();

    assertThatThrownBy(() -> driver.power(stub.bmc())).isInstanceOf(HardwareFailure.class);
    await("the first session is closed")
        .atMost(Duration.ofSeconds(20))
        .until(() -> stub.requests().contains("DELETE " + SESSIONS + "/7 token token-1"));
  }

  @Test
  void is_left_when_the_process_stops() {
    withSessions(() -> Reply.status(201, "X-Auth-Token", "token-1", "Location", SESSIONS + "/7"));
    stub.on(GET_SYSTEM, Reply.ok("{'PowerState':'On'}"));
    assertThat(driver.power(stub.bmc())).isPresent();

    driver.close();
    assertThat(stub.requests()).endsWith("DELETE " + SESSIONS + "/7 token token-1");
  }

  @Test
  void is_left_and_entered_anew_when_the_credentials_of_the_node_change() {
    var number = new AtomicInteger();
    withSessions(
        () -> {
          var id = number.incrementAndGet();
          return new Reply(
              201,
              "{\"@odata.id\":\"%s/%d\"}".formatted(SESSIONS, id),
              List.of("X-Auth-Token", "token-" + id));
        });
    stub.on(GET_SYSTEM, Reply.ok("{'PowerState':'On'}"));
    var node = NodeId.random();
    assertThat(driver.power(new Bmc(node, stub.driverInfo()))).isPresent();
    assertThat(driver.power(new Bmc(node, stub.driverInfo()))).isPresent();
    assertThat(number).hasValue(1);

    var changed = stub.driverInfo().put("redfish_password", "an0ther-secret");
    assertThat(driver.power(new Bmc(node, changed))).isPresent();
    assertThat(number).hasValue(2);
    await("the first session is closed")
        .atMost(Duration.ofSeconds(20))
        .until(() -> stub.requests().contains("DELETE " + SESSIONS + "/1 token token-1"));
    assertThat(stub.requests())
        .noneMatch(request -> request.startsWith("DELETE " + SESSIONS + "/2"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ftp://10.0.0.5",
        "https://",
        "https://root:calvin-5ecret@10.0.0.5",
        "http://127.0.0.1:99999",
        "http://127.0.0.1:0",
        "10.0.0.5:99999999999",
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
          {"redfish_verify_ca", "/etc/assay/ca/../../hostname"},
          {"redfish_verify_ca", "/etc/assay/ca/nosuch.pem"},
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
    var access = DriverInfo.access(stub.bmc(), driver.description());

    assertThat(access.toString() + access.login() + stub.bmc()).doesNotContain("calvin-5ecret");
  }

  private Bmc bmc(String key, String value) {
    return new Bmc(NodeId.random(), stub.driverInfo().put(key, value));
  }

  private static Reply refusal(String words) {
    return new Reply(403, "{\"error\":{\"message\":\"%s\"}}".formatted(words), List.of());
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
