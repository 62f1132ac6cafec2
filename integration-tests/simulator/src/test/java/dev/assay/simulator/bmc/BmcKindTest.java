package dev.assay.simulator.bmc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.simulator.hardware.BmcKind;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.BootOverride;
import dev.assay.simulator.machine.BootOverride.Enabled;
import dev.assay.simulator.machine.BootOverride.Mode;
import dev.assay.simulator.machine.BootOverride.Target;
import dev.assay.simulator.machine.PowerState;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BmcKindTest {
  private static final String COMPLETE =
      """
      {"Boot": {"BootSourceOverrideTarget": "Pxe", "BootSourceOverrideEnabled": "Once",
       "BootSourceOverrideMode": "UEFI"}}
      """;
  private static final String WITHOUT_MODE =
      """
      {"Boot": {"BootSourceOverrideTarget": "Pxe", "BootSourceOverrideEnabled": "Once"}}
      """;
  private static final String WITHOUT_ENABLED =
      """
      {"Boot": {"BootSourceOverrideTarget": "Pxe", "BootSourceOverrideMode": "UEFI"}}
      """;
  private static final BootOverride ONCE = new BootOverride(Target.PXE, Enabled.ONCE, Mode.UEFI);

  @ParameterizedTest
  @CsvSource({
    "GENERIC, vm, BMC",
    "IDRAC, System.Embedded.1, iDRAC.Embedded.1",
    "ILO, 1, 1",
    "SUPERMICRO, 1, 1",
    "LENOVO, 1, 1"
  })
  void decides_on_the_paths(BmcKind kind, String systemId, String bmcId) throws Exception {
    try (var bmc = client(kind)) {
      assertThat(onlyMember(bmc, "Systems").path("Id").asText()).isEqualTo(systemId);
      assertThat(onlyMember(bmc, "Managers").path("Id").asText()).isEqualTo(bmcId);
      assertThat(bmc.machine.systemPath()).isEqualTo("/redfish/v1/Systems/" + systemId);
    }
  }

  @ParameterizedTest
  @EnumSource(BmcKind.class)
  void accepts_a_complete_boot_override_with_its_ETag(BmcKind kind) throws Exception {
    try (var bmc = client(kind)) {
      var etag = bmc.system().path("@odata.etag").asText();

      assertThat(bmc.patch(COMPLETE, etag).statusCode()).isEqualTo(200);
      assertThat(bmc.machine.bootOverride()).isEqualTo(ONCE);
    }
  }

  @Nested
  class ILO {
    @Test
    void changes_nothing_without_an_ETag() throws Exception {
      try (var bmc = client(BmcKind.ILO)) {
        assertThat(patchWithoutEtag(bmc).statusCode()).isEqualTo(428);
        assertThat(bmc.machine.bootOverride()).isEqualTo(BootOverride.NONE);
      }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "ILO")
    void is_the_only_one_that_needs_it(BmcKind kind) throws Exception {
      try (var bmc = client(kind)) {
        assertThat(patchWithoutEtag(bmc).statusCode()).isEqualTo(200);
        assertThat(bmc.machine.bootOverride()).isEqualTo(ONCE);
      }
    }

    private HttpResponse<String> patchWithoutEtag(RedfishClient bmc) throws Exception {
      return bmc.send(
          bmc.request(bmc.machine.systemPath()).method("PATCH", BodyPublishers.ofString(COMPLETE)));
    }
  }

  @Nested
  class Supermicro {
    @ParameterizedTest
    @ValueSource(strings = {WITHOUT_MODE, WITHOUT_ENABLED})
    void refuses_half_a_boot_override(String body) throws Exception {
      try (var bmc = client(BmcKind.SUPERMICRO)) {
        var answer = bmc.patch(body, "*");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(RedfishClient.messageId(answer)).endsWith("PropertyMissing");
        assertThat(bmc.machine.bootOverride()).isEqualTo(BootOverride.NONE);
      }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SUPERMICRO")
    void is_the_only_one_that_does(BmcKind kind) throws Exception {
      try (var bmc = client(kind)) {
        assertThat(bmc.patch(WITHOUT_MODE, "*").statusCode()).isEqualTo(200);
      }
    }
  }

  @Nested
  class Lenovo {
    @Test
    void cannot_restart_by_force() throws Exception {
      try (var bmc = client(BmcKind.LENOVO)) {
        bmc.reset("On");
        bmc.awaitPower(PowerState.ON);
        var answer = bmc.reset("ForceRestart");

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(RedfishClient.messageId(answer)).endsWith("ActionParameterValueNotInList");
        assertThat(bmc.machine.powerState()).isEqualTo(PowerState.ON);
      }
    }

    @ParameterizedTest
    @EnumSource(BmcKind.class)
    void is_the_only_one_that_does_not_offer_it(BmcKind kind) throws Exception {
      try (var bmc = client(kind)) {
        var types =
            bmc.system()
                .at("/Actions/#ComputerSystem.Reset/ResetType@Redfish.AllowableValues")
                .valueStream()
                .map(JsonNode::asText)
                .toList();

        assertThat(types).contains("On", "ForceOff", "GracefulRestart");
        assertThat(types.contains("ForceRestart")).isEqualTo(kind != BmcKind.LENOVO);
      }
    }
  }

  private static JsonNode onlyMember(RedfishClient bmc, String collection) throws Exception {
    var members = bmc.members(bmc.resource("/redfish/v1/"), collection);
    assertThat(members).hasSize(1);
    return members.getFirst();
  }

  private static RedfishClient client(BmcKind kind) {
    return new RedfishClient(HardwareKind.VIRTUAL_MACHINE, plan -> plan.bmcKind(kind));
  }
}
