package dev.assay.redfish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.error.ErrorCode;
import dev.assay.hardware.BootMode;
import dev.assay.redfish.StubBmc.Reply;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Boot mode and secure boot of BMCs, which differ in what they want and have. */
class OddBootModeTest extends OddBmc {
  private static final String PATCH_SYSTEM = "PATCH " + StubBmc.SYSTEM;
  private static final String SECURED = "{'SecureBoot':{'@odata.id':'/secure'}}";

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "UEFI | {}                                         | {\"BootSourceOverrideMode\":\"UEFI\"}",
        "BIOS | {'Boot':{'BootSourceOverrideMode':'UEFI'}} | {\"BootSourceOverrideMode\":\"Legacy\"}",
        "BIOS | {'Boot':{'BootSourceOverrideTarget':'Hdd','BootSourceOverrideEnabled':'Once'}} | {\"BootSourceOverrideMode\":\"Legacy\",\"BootSourceOverrideTarget\":\"Hdd\",\"BootSourceOverrideEnabled\":\"Once\"}",
      })
  void is_told_the_mode_together_with_the_override_that_it_has(
      BootMode mode, String system, String change) {
    stub.on(GET_SYSTEM, Reply.ok(system)).on(PATCH_SYSTEM, Reply.status(204));

    driver.setBootMode(stub.bmc(), mode);

    assertThat(stub.bodies()).containsExactly("{\"Boot\":%s}".formatted(change));
  }

  @Test
  void does_not_offer_the_mode() {
    stub.on(
        GET_SYSTEM,
        Reply.ok("{'Boot':{'BootSourceOverrideMode@Redfish.AllowableValues':['UEFI']}}"));

    fails(
        () -> driver.setBootMode(stub.bmc(), BootMode.BIOS),
        ErrorCode.UNSUPPORTED,
        "does not offer the boot mode Legacy");
    assertThat(stub.bodies()).isEmpty();
  }

  @Test
  void refuses_the_mode() {
    stub.on(GET_SYSTEM, Reply.ok("{}")).on(PATCH_SYSTEM, Reply.status(400));

    fails(
        () -> driver.setBootMode(stub.bmc(), BootMode.BIOS),
        ErrorCode.BMC_ANSWER_UNUSABLE,
        PATCH_SYSTEM,
        "HTTP 400");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void switches_secure_boot_with_the_etag_of_that_resource(boolean on) {
    stub.on(GET_SYSTEM, Reply.ok(SECURED).with("ETag", "\"system\""))
        .on("GET /secure", Reply.ok("{'@odata.etag':'W/5','SecureBootEnable':true}"))
        .on("PATCH /secure", Reply.status(200));

    driver.setSecureBoot(stub.bmc(), on);

    assertThat(stub.requests()).endsWith("PATCH /secure basic W/5");
    assertThat(stub.bodies()).containsExactly("{\"SecureBootEnable\":%s}".formatted(on));
  }

  @Test
  void had_secure_boot_changed_between_reading_and_writing() {
    stub.on(GET_SYSTEM, Reply.ok(SECURED))
        .on("GET /secure", replies(Reply.ok("{}"), Reply.ok("{'@odata.etag':'W/2'}")))
        .on("PATCH /secure", replies(Reply.status(412), Reply.status(204)));

    driver.setSecureBoot(stub.bmc(), true);

    assertThat(stub.requests()).endsWith("PATCH /secure basic W/2");
    assertThat(stub.bodies()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'SecureBoot':null}", SECURED})
  void has_no_secure_boot(String system) {
    stub.on(GET_SYSTEM, Reply.ok(system));

    fails(
        () -> driver.setSecureBoot(stub.bmc(), true),
        ErrorCode.UNSUPPORTED,
        "does not offer secure boot");
    assertThat(stub.bodies()).isEmpty();
  }

  @Test
  void refuses_to_switch_secure_boot() {
    stub.on(GET_SYSTEM, Reply.ok(SECURED))
        .on("GET /secure", Reply.ok("{}"))
        .on("PATCH /secure", Reply.status(400));

    fails(
        () -> driver.setSecureBoot(stub.bmc(), true),
        ErrorCode.BMC_ANSWER_UNUSABLE,
        "PATCH /secure",
        "HTTP 400");
  }
}
