package dev.assay.redfish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.error.ErrorCode;
import dev.assay.hardware.BootChoice;
import dev.assay.hardware.BootDevice;
import dev.assay.hardware.BootMode;
import dev.assay.redfish.StubBmc.Reply;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * BMCs that keep the boot source override in the settings resource of the system, wholly or in part
 * (AMI MegaRAC, iDRAC 10), and others that have one without it. Source: DSP0266, settings resource.
 */
class OddSettingsTest extends OddBmc {
  private static final String SETTINGS = StubBmc.SYSTEM + "/SD";
  private static final String PATCH_SYSTEM = "PATCH " + StubBmc.SYSTEM;
  private static final String PATCH_SETTINGS = "PATCH " + SETTINGS;
  private static final String ALL =
      "{'BootSourceOverrideTarget':'None','BootSourceOverrideEnabled':'Disabled',"
          + "'BootSourceOverrideMode':'UEFI','HttpBootUri':null}";

  /** The system, whose Boot is {@code boot}, and its settings, whose Boot is {@code next}. */
  private void has(String boot, String next) {
    stub.on(
            GET_SYSTEM,
            Reply.ok(
                    "{'Boot':%s,'@Redfish.Settings':{'SettingsObject':{'@odata.id':'%s'}}}"
                        .formatted(boot, SETTINGS))
                .with("ETag", "\"system\""))
        .on("GET " + SETTINGS, Reply.ok("{'Boot':%s}".formatted(next)).with("ETag", "\"sd\""))
        .on(PATCH_SYSTEM, Reply.status(204))
        .on(PATCH_SETTINGS, Reply.status(204));
  }

  @Test
  void gets_the_override_in_its_settings_with_their_etag() {
    has(ALL, ALL);

    driver.bootFrom(stub.bmc(), BootDevice.PXE, false);

    assertThat(patches()).containsExactly(PATCH_SETTINGS + " basic \"sd\"");
    assertThat(stub.bodies())
        .containsExactly(
            "{\"Boot\":{\"BootSourceOverrideTarget\":\"Pxe\","
                + "\"BootSourceOverrideEnabled\":\"Once\"}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "{}", "{'BootOrder':['Boot0001']}"})
  void has_settings_without_an_override(String next) {
    has(ALL, next);

    driver.bootFrom(stub.bmc(), BootDevice.PXE, true);

    assertThat(patches()).containsExactly(PATCH_SYSTEM + " basic \"system\"");
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 404, 405, 501})
  void names_settings_that_it_does_not_show(int status) {
    has(ALL, ALL);
    stub.on("GET " + SETTINGS, Reply.status(status));

    driver.bootFrom(stub.bmc(), BootDevice.PXE, true);

    assertThat(patches()).containsExactly(PATCH_SYSTEM + " basic \"system\"");
  }

  @Test
  void gets_each_member_where_it_has_it() {
    has(ALL, "{'BootSourceOverrideTarget':'None','HttpBootUri':null}");

    driver.bootFromUrl(stub.bmc(), URI.create("http://192.0.2.1/ipa.efi"));

    assertThat(patches())
        .containsExactly(PATCH_SETTINGS + " basic \"sd\"", PATCH_SYSTEM + " basic \"system\"");
    assertThat(stub.bodies())
        .containsExactly(
            "{\"Boot\":{\"BootSourceOverrideTarget\":\"UefiHttp\","
                + "\"HttpBootUri\":\"http://192.0.2.1/ipa.efi\"}}",
            "{\"Boot\":{\"BootSourceOverrideEnabled\":\"Once\","
                + "\"BootSourceOverrideMode\":\"UEFI\"}}");
  }

  @Test
  void lists_its_boot_sources_in_the_settings_only() {
    has(
        "{'BootSourceOverrideTarget@Redfish.AllowableValues':null}",
        "{'BootSourceOverrideTarget':'Hdd','BootSourceOverrideEnabled':'Continuous',"
            + "'BootSourceOverrideTarget@Redfish.AllowableValues':['Hdd','Pxe']}");

    assertThat(driver.bootDevice(stub.bmc())).isEqualTo(new BootChoice(BootDevice.DISK, true));
    fails(() -> driver.bootFrom(stub.bmc(), BootDevice.CDROM, false), ErrorCode.UNSUPPORTED, "Cd");
    assertThat(stub.bodies()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // the system       | its settings | changed
        "{'BootSourceOverrideEnabled':'Disabled'} | {'BootSourceOverrideEnabled':'Once'} | true",
        "{'BootSourceOverrideEnabled':'Once'} | {'BootSourceOverrideEnabled':'Disabled'} | true",
        "{'BootSourceOverrideEnabled':'Disabled'} | {'BootSourceOverrideEnabled':'Continuous'} | false",
      })
  void waits_with_an_override_that_is_cancelled(String boot, String next, boolean changed) {
    has(boot, next);

    driver.cancelBootOnce(stub.bmc());

    assertThat(patches())
        .isEqualTo(changed ? List.of(PATCH_SETTINGS + " basic \"sd\"") : List.of());
  }

  /** The system would accept the override, and the machine boot without it. */
  @Test
  void fails_to_show_its_settings() {
    has(ALL, ALL);
    stub.on("GET " + SETTINGS, Reply.status(500));

    fails(
        () -> driver.bootFrom(stub.bmc(), BootDevice.PXE, false),
        ErrorCode.BMC_ANSWER_UNUSABLE,
        "HTTP 500");
    assertThat(stub.bodies()).isEmpty();
  }

  @Test
  void gets_members_there_that_it_has_as_null() {
    has("{'BootSourceOverrideMode':'UEFI'}", "{'BootSourceOverrideMode':null}");

    driver.setBootMode(stub.bmc(), BootMode.UEFI);

    assertThat(patches()).containsExactly(PATCH_SETTINGS + " basic \"sd\"");
    assertThat(driver.bootSettings(stub.bmc()).mode()).isEqualTo("uefi");
  }

  @Test
  void changes_the_mode_and_keeps_the_override_that_waits() {
    has(
        ALL,
        "{'BootSourceOverrideTarget':'Pxe','BootSourceOverrideEnabled':'Once',"
            + "'BootSourceOverrideMode':'Legacy'}");

    driver.setBootMode(stub.bmc(), BootMode.UEFI);

    assertThat(patches()).containsExactly(PATCH_SETTINGS + " basic \"sd\"");
    assertThat(stub.bodies())
        .containsExactly(
            "{\"Boot\":{\"BootSourceOverrideMode\":\"UEFI\","
                + "\"BootSourceOverrideTarget\":\"Pxe\","
                + "\"BootSourceOverrideEnabled\":\"Once\"}}");
  }

  @ParameterizedTest
  @CsvSource({"{}, bios", "{'BootSourceOverrideMode':'UEFI'}, uefi"})
  void tells_the_mode_in_the_settings_where_the_system_does_not(String boot, String mode) {
    has(boot, "{'BootSourceOverrideMode':'Legacy'}");

    assertThat(driver.bootSettings(stub.bmc()).mode()).isEqualTo(mode);
  }

  private List<String> patches() {
    return stub.requests().stream().filter(request -> request.startsWith("PATCH")).toList();
  }
}
