package dev.assay.conductor.hardware.ipmi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.assay.contract.FakeTime;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.BootDevice;
import dev.assay.hardware.HardwareFailure;
import dev.assay.hardware.PowerState;
import dev.assay.id.NodeId;
import dev.assay.storedjson.StoredJson;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What ipmitool 1.8.19 prints when a command fails, and what the operator reads. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class IpmiFailuresTest {
  private static final String NOISE =
      """
      Loading IANA PEN Registry...
      IANA PEN registry open failed: No such file or directory
      Using best available cipher suite 17

      packet session id 0x1 does not match active session 0x2
      ERROR: Received an Unexpected message ID
      IPMI Request Match NOT FOUND
      Get HPM.x Capabilities request failed, compcode = d4
      Running Get VSO Capabilities my_addr 0x20, transit 0, target 0x20
      Invalid completion code received: Insufficient privilege level
      Invalid data field received: Invalid data field in request
      Discovered IPMB address 0x0
      RAW REQ (channel=0x0 netfn=0x0 lun=0x0 cmd=0x8 data_len=2)
      RAW REQUEST (2 bytes)
       03 08
      Unable to Get Channel Cipher Suites
      """;
  private static final String NO_SESSION = "\nError: Unable to establish IPMI v2 / RMCP+ session\n";

  private final FakeTime time = new FakeTime();
  private final FakeIpmitool program;
  private final Bmc machine =
      new Bmc(
          NodeId.random(),
          StoredJson.object().put("ipmi_address", "bmc-7").put("ipmi_password", "calvin-the-3rd"));

  IpmiFailuresTest(@TempDir Path folder) {
    program = new FakeIpmitool(folder);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "> RAKP 2 HMAC is invalid                              | BMC_REFUSED         | ipmi_password",
        "RAKP 2 message indicates an error : unauthorized name | BMC_REFUSED         | ipmi_username",
        "Invalid user name                                     | BMC_REFUSED         | ipmi_username",
        "Activate Session command failed                       | BMC_REFUSED         | ipmi_password",
        "> RAKP 4 message has invalid integrity check value    | BMC_REFUSED         | ipmi_hex_kg_key",
        "Activate Session error: Requested privilege level exceeds limit | BMC_REFUSED | ipmi_priv_level",
        "RAKP 2 message indicates an error : unauthorized role or privilege level requested | BMC_REFUSED | ipmi_priv_level",
        "Set Session Privilege Level to ADMINISTRATOR failed: Unknown (0x80) | BMC_REFUSED | ipmi_priv_level",
        "Set Session Privilege Level to ADMINISTRATOR failed: Unknown (0x81) | BMC_REFUSED | ipmi_priv_level",
        "Error in open session response message : invalid authentication algorithm | BMC_REFUSED | ipmi_cipher_suite",
        "Unsupported cipher suite ID : 99                      | BMC_REFUSED         | ipmi_cipher_suite",
        "Error in open session response message : insufficient resources for session | BMC_UNREACHABLE | busy",
        "Address lookup for bmc-7 failed                       | BMC_UNREACHABLE     | name servers",
        "Get Auth Capabilities error                           | BMC_UNREACHABLE     | ipmi_port",
        "> Error: no response from RAKP 1 message              | BMC_UNREACHABLE     | ipmi_username"
      })
  void no_session_tells_what_to_check(String line, ErrorCode code, String advice) {
    program.answers(1, NOISE + line + NO_SESSION);

    assertFails(
        this::read, code, "at bmc-7 port 623 with chassis power status (" + line + ").", advice);
  }

  @ParameterizedTest
  @ValueSource(strings = {"RAKP 1", "RAKP 3"})
  void a_bmc_that_does_not_answer_a_login_is_silent_whatever_follows(String message) {
    var line = "> Error: no response from " + message + " message";
    program.answers(
        1,
        NOISE
            + (line + "\n").repeat(4)
            + "Set Session Privilege Level to ADMINISTRATOR failed: Insufficient privilege level"
            + NO_SESSION);

    assertFails(this::read, ErrorCode.BMC_UNREACHABLE, " (" + line + ").", "ipmi_username");
  }

  @Test
  void a_login_that_was_answered_at_last_is_no_cause() {
    var line = "Set Chassis Power Control to Up/On failed: Insufficient privilege level";
    program.answers(1, "> Error: no response from RAKP 1 message\n" + line);

    assertFails(this::read, ErrorCode.BMC_REFUSED, " (" + line + ").", "ipmi_priv_level");
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "Insufficient privilege level             | BMC_REFUSED         | ipmi_priv_level",
        "Invalid data field in request            | UNSUPPORTED         | does not offer this",
        "Command not supported in present state   | UNSUPPORTED         | does not offer this",
        "Timeout                                  | BMC_UNREACHABLE     | busy",
        "Node busy                                | BMC_UNREACHABLE     | busy",
        "Out of space                             | BMC_UNREACHABLE     | busy",
        "Device firmeware in update mode          | BMC_UNREACHABLE     | busy",
        "BMC initialization in progress           | BMC_UNREACHABLE     | busy",
        "Destination unavailable                  | BMC_UNREACHABLE     | busy",
        "Unspecified error                        | BMC_ANSWER_UNUSABLE | firmware"
      })
  void a_refused_command_tells_what_to_check(String reason, ErrorCode code, String advice) {
    var line = "Set Chassis Power Control to Up/On failed: " + reason;
    program.answers(1, NOISE + "Get Session Info\n" + line + "\nBye");

    var shown =
        code == ErrorCode.BMC_ANSWER_UNUSABLE ? "Get Session Info; " + line + "; Bye" : line;
    assertFails(this::read, code, " (" + shown + ").", advice);
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "Unable to get Chassis Power Status                                       | BMC_UNREACHABLE     | ipmi_address",
        "Unable to set Chassis Power Control to Up/On                             | BMC_UNREACHABLE     | ipmi_address",
        "Error setting Chassis Boot Parameter 5                                   | BMC_UNREACHABLE     | ipmi_address",
        "Error Getting Chassis Boot Parameter 5                                   | BMC_UNREACHABLE     | ipmi_address",
        "Get Device ID command failed                                             | BMC_UNREACHABLE     | ipmi_address",
        "Unable to send RAW command (channel=0x0 netfn=0x0 lun=0x0 cmd=0x8)       | BMC_UNREACHABLE     | ipmi_address",
        "Set Session Privilege Level to ADMINISTRATOR failed                      | BMC_UNREACHABLE     | ipmi_address",
        "Get Device ID command failed: Unspecified error                          | BMC_ANSWER_UNUSABLE | firmware",
        "Unable to send RAW command (channel=0x0 netfn=0x0 lun=0x0 cmd=0x8 rsp=0xc0): Node busy | BMC_UNREACHABLE | busy",
        "Unable to send RAW command (channel=0x0 netfn=0x0 lun=0x0 cmd=0x8 rsp=0xc3): Timeout | BMC_UNREACHABLE | busy",
        "Unable to send RAW command (channel=0x0 netfn=0x0 lun=0x0 cmd=0x8 rsp=0xff): Unspecified error | BMC_ANSWER_UNUSABLE | firmware"
      })
  void a_command_that_is_not_answered_has_no_reason(String line, ErrorCode code, String advice) {
    program.answers(1, NOISE + line);

    assertFails(this::read, code, " (" + line + ").", advice);
  }

  @ParameterizedTest(name = "status {0}: {1}")
  @CsvSource({"0, ''", "0, Chassis Power is perhaps", "7, Chassis Power is on", "1, ''"})
  void an_output_that_is_none_is_no_power_state(int status, String output) {
    program.answers(status, output);

    assertFails(this::read, ErrorCode.BMC_ANSWER_UNUSABLE, "chassis power status");
  }

  @Test
  void no_session_is_no_success_even_with_status_0() {
    program.answers(0, "> RAKP 4 message has invalid integrity check value" + NO_SESSION);

    assertFails(
        () -> driver(Duration.ofSeconds(30)).bootFrom(machine, BootDevice.PXE, false),
        ErrorCode.BMC_REFUSED,
        "ipmi_hex_kg_key");
  }

  @Test
  void a_text_that_may_repeat_the_password_is_left_out() {
    program.answers(1, "user admin has password calvin-t\u001b[2J");

    assertThatThrownBy(this::read)
        .hasMessageContaining("left out: it may repeat a password")
        .hasMessageNotContaining("calvin");
  }

  @Test
  void a_program_that_hangs_is_killed_with_its_children() {
    program.script("#!/bin/sh\ncd \"$(dirname \"$0\")\"\nsleep 600 &\necho $$ $! > pids\nwait\n");

    assertFails(
        () -> driver(Duration.ofSeconds(1)).power(machine),
        ErrorCode.BMC_UNREACHABLE,
        "no result in time");
    assertThat(program.read("pids").strip().split(" ", -1))
        .hasSize(2)
        .allSatisfy(IpmiFailuresTest::assertEnds);
  }

  @Test
  void a_program_that_talks_without_end_is_killed() {
    program.script("#!/bin/sh\nexec yes\n");

    assertFails(
        () -> driver(Duration.ofSeconds(1)).power(machine),
        ErrorCode.BMC_UNREACHABLE,
        "no result in time");
  }

  @Test
  void an_interrupt_kills_the_program() {
    program.script(
        "#!/bin/sh\ncd \"$(dirname \"$0\")\"\nmkfifo gate\necho $$ > pid\nread -r _ < gate\n");
    var ended = new CompletableFuture<Throwable>();
    var worker =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    driver(Duration.ofMinutes(10)).power(machine, PowerState.ON, Duration.ZERO);
                  } catch (RuntimeException e) {
                    ended.complete(e);
                  }
                });
    await().until(() -> program.has("pid"));

    worker.interrupt();

    assertThat(ended.orTimeout(20, TimeUnit.SECONDS).join())
        .isInstanceOf(CancellationException.class);
    assertEnds(program.read("pid").strip());
  }

  private void read() {
    var _ = driver(Duration.ofSeconds(30)).power(machine);
  }

  private IpmiDriver driver(Duration limit) {
    return new IpmiDriver(program.program(), limit, Duration.ZERO, time, time);
  }

  private static void assertEnds(String pid) {
    ProcessHandle.of(Long.parseLong(pid))
        .ifPresent(process -> process.onExit().orTimeout(20, TimeUnit.SECONDS).join());
  }

  private static void assertFails(ThrowingCallable call, ErrorCode code, String... parts) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            HardwareFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(code);
              assertThat(failure.sentence()).contains(parts).endsWith(".");
            });
  }
}
