package dev.assay.redfish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.error.ErrorCode;
import dev.assay.hardware.PowerState;
import dev.assay.redfish.StubBmc.Reply;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Responses that are not the requested resource. */
class OddAnswerTest extends OddBmc {
  @ParameterizedTest
  @ValueSource(
      strings = {"<html>login</html>", "null", "[]", "\"text\"", "{\"PowerState\":{\"a\":1}}", "{"})
  void answers_with_something_else(String body) {
    stub.on(GET_SYSTEM, new Reply(200, body, java.util.List.of()));

    fails(
        () -> driver.power(stub.bmc()),
        ErrorCode.BMC_ANSWER_UNUSABLE,
        "answered GET " + StubBmc.SYSTEM);
  }

  @Test
  void answers_with_nothing() {
    stub.on(GET_SYSTEM, Reply.status(200));

    fails(() -> driver.power(stub.bmc()), ErrorCode.BMC_ANSWER_UNUSABLE, stub.url());
  }

  @Test
  void lets_requests_time_out_and_is_left_alone_for_a_while() {
    var hangs = new CompletableFuture<Reply>();
    stub.on(GET_SYSTEM, hangs::join);
    try (var impatient =
        new RedfishDriver(
            new RedfishDriver.Times(
                Duration.ofSeconds(2), Duration.ofMillis(50), Duration.ofMinutes(2)),
            time,
            time)) {
      for (var i = 0; i < 3; i++) {
        fails(
            () -> impatient.power(stub.bmc()), ErrorCode.BMC_UNREACHABLE, "no answer within 50 ms");
      }
      var sent = stub.requests().size();
      fails(() -> impatient.power(stub.bmc()), ErrorCode.BMC_UNREACHABLE, "no request for 15 s");
      assertThat(stub.requests()).hasSize(sent);

      hangs.complete(Reply.ok("{'PowerState':'On'}"));
      time.pause(Duration.ofSeconds(15));
      assertThat(impatient.power(stub.bmc())).contains(PowerState.ON);
    } finally {
      hangs.cancel(false);
    }
  }

  @Test
  void answers_with_too_much() {
    stub.on(GET_SYSTEM, Reply.ok("{'x':'%s'}".formatted("x".repeat(1024 * 1024))));

    fails(() -> driver.power(stub.bmc()), ErrorCode.BMC_ANSWER_UNUSABLE, "more than 1048576 bytes");
  }

  @Test
  void answers_with_too_many_levels() {
    stub.on(GET_SYSTEM, Reply.ok("{'x':%s%s}".formatted("[".repeat(60), "]".repeat(60))));

    fails(() -> driver.power(stub.bmc()), ErrorCode.BMC_ANSWER_UNUSABLE, stub.url());
  }

  @Test
  void answers_with_too_many_values() {
    stub.on(GET_SYSTEM, Reply.ok("{'x':[%s0]}".formatted("0,".repeat(100_000))));

    fails(() -> driver.power(stub.bmc()), ErrorCode.BMC_ANSWER_UNUSABLE, stub.url());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"http://127.0.0.2/x", "//127.0.0.2/x", "https://127.0.0.1/x", "no url at all"})
  void sends_us_to_another_host(String elsewhere) {
    stub.on(GET_SYSTEM, Reply.status(302, "Location", elsewhere));
    fails(() -> driver.power(stub.bmc()), ErrorCode.BMC_ANSWER_UNUSABLE, stub.url());

    stub.on("GET /redfish/v1/Systems", Reply.ok("{'Members':[{'@odata.id':'" + elsewhere + "'}]}"));
    fails(() -> driver.power(stub.bmc()), ErrorCode.BMC_ANSWER_UNUSABLE, "not its own");
  }

  @Test
  void redirects_within_itself() {
    stub.on(GET_SYSTEM, Reply.status(308, "Location", StubBmc.SYSTEM + "/"))
        .on(GET_SYSTEM + "/", Reply.ok("{'PowerState':'On'}"));

    assertThat(driver.power(stub.bmc())).contains(PowerState.ON);
  }

  @Test
  void redirects_in_a_circle() {
    stub.on(GET_SYSTEM, Reply.status(302, "Location", StubBmc.SYSTEM));

    fails(() -> driver.power(stub.bmc()), ErrorCode.BMC_ANSWER_UNUSABLE, "in a circle");
  }

  @Test
  void has_no_system_or_several() {
    stub.on("GET /redfish/v1/Systems", Reply.ok("{'Members':[]}"));
    fails(() -> driver.power(stub.bmc()), ErrorCode.BMC_ANSWER_UNUSABLE, "no system at all");

    stub.on(
        "GET /redfish/v1/Systems", Reply.ok("{'Members':[{'@odata.id':'/a'},{'@odata.id':'/b'}]}"));
    fails(
        () -> driver.power(stub.bmc()),
        ErrorCode.BMC_ANSWER_UNUSABLE,
        "2 systems (/a, /b)",
        "redfish_system_id");
  }

  @Test
  void sends_us_to_its_own_port_of_another_host() {
    var elsewhere = stub.url().replace("127.0.0.1", "localhost") + "/x";
    stub.on(GET_SYSTEM, Reply.status(302, "Location", elsewhere));
    stub.on("GET /x", Reply.ok("{'PowerState':'On'}"));

    fails(() -> driver.power(stub.bmc()), ErrorCode.BMC_ANSWER_UNUSABLE, "not its own");
    assertThat(stub.requests()).noneMatch(request -> request.startsWith("GET /x"));
  }
}
