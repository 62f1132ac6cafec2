package dev.assay.simulator.bmc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.BmcKind;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.BootOverride;
import dev.assay.simulator.machine.BootOverride.Enabled;
import dev.assay.simulator.machine.BootOverride.Mode;
import dev.assay.simulator.machine.BootOverride.Target;
import dev.assay.simulator.machine.PowerState;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Optional;
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
    "LENOVO, 1, 1",
    "OPENBMC, system, bmc"
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

  @ParameterizedTest
  @CsvSource({
    "GENERIC, Supermicro",
    "IDRAC, Dell Inc.",
    "ILO, HPE",
    "SUPERMICRO, Supermicro",
    "LENOVO, Lenovo",
    "OPENBMC, Supermicro"
  })
  void names_its_maker(BmcKind kind, String maker) throws Exception {
    try (var bmc = new RedfishClient(HardwareKind.GPU_SERVER, plan -> plan.bmcKinds(kind))) {
      assertThat(bmc.system().path("Manufacturer").asText()).isEqualTo(maker);
    }
  }

  @Test
  void machines_take_the_kinds_in_turn() {
    var plan =
        RackPlan.to("http://127.0.0.1:9/").machines(3).bmcKinds(BmcKind.ILO, BmcKind.OPENBMC);

    assertThat(Rack.of(plan.build()).machines())
        .extracting(machine -> machine.hardware().bmcKind())
        .containsExactly(BmcKind.ILO, BmcKind.OPENBMC, BmcKind.ILO);
  }

  @Nested
  class Insertion {
    private static final String IMAGE = "http://127.0.0.1:9/boot.iso";

    @ParameterizedTest
    @CsvSource({
      "GENERIC, 204, 204, 204",
      "IDRAC, 202, 202, 202",
      "ILO, 204, 204, 204",
      "SUPERMICRO, 204, 400, 204",
      "LENOVO, 204, 204, 204",
      "OPENBMC, 400, 400, 204"
    })
    void answers(BmcKind kind, int url, int urlAndInserted, int urlAndProtocol) throws Exception {
      assertThat(insert(kind, "")).isEqualTo(url);
      assertThat(insert(kind, ", \"Inserted\": true")).isEqualTo(urlAndInserted);
      assertThat(insert(kind, ", \"TransferProtocolType\": \"HTTP\"")).isEqualTo(urlAndProtocol);
    }

    /** The status; with one of success, the image is inserted in the end, else it is not. */
    private int insert(BmcKind kind, String members) throws Exception {
      try (var bmc = client(kind)) {
        var status = insert(bmc, members).statusCode();

        if (status == 400) {
          assertThat(bmc.machine.insertedImage()).isEmpty();
        } else {
          await().until(() -> bmc.machine.insertedImage().equals(Optional.of(URI.create(IMAGE))));
        }
        return status;
      }
    }

    @Test
    void by_a_task_is_followed_at_its_monitor() throws Exception {
      try (var bmc = client(BmcKind.IDRAC)) {
        var started = insert(bmc, "");
        var monitor = started.headers().firstValue("Location").orElseThrow();
        assertThat(bmc.machine.insertedImage()).isEmpty();
        assertThat(RedfishClient.json(started).path("TaskState").asText()).isEqualTo("Running");
        assertThat(bmc.get(monitor).statusCode()).isEqualTo(202);

        await().until(() -> bmc.get(monitor).statusCode() == 200);
        assertThat(bmc.machine.insertedImage()).contains(URI.create(IMAGE));
        var tasks = bmc.members(bmc.resource("/redfish/v1/TaskService"), "Tasks");
        assertThat(RedfishClient.values(tasks, "TaskState")).containsExactly("Completed");
        assertThat(bmc.get(monitor + "0").statusCode()).isEqualTo(404);
      }
    }

    @Test
    void is_not_possible_into_the_drive_for_uploads() throws Exception {
      try (var bmc = client(BmcKind.LENOVO)) {
        var drives = bmc.members(onlyMember(bmc, "Managers"), "VirtualMedia");

        assertThat(RedfishClient.values(drives, "Id")).containsExactly("RDOC1", "Floppy", "Cd");
        assertThat(drives.getFirst().has("Actions")).isFalse();
      }
    }

    private HttpResponse<String> insert(RedfishClient bmc, String members) throws Exception {
      var drive = onlyMember(bmc, "Managers").path("VirtualMedia").path("@odata.id").asText();
      return bmc.send(
          bmc.request(drive + "/Cd/Actions/VirtualMedia.InsertMedia")
              .POST(BodyPublishers.ofString("{\"Image\": \"%s\"%s}".formatted(IMAGE, members))));
    }
  }

  @Nested
  class VirtualCdOnUsb {
    @ParameterizedTest
    @EnumSource(BmcKind.class)
    void is_what_Supermicro_has_instead_of_a_CD(BmcKind kind) throws Exception {
      var usb = kind == BmcKind.SUPERMICRO;
      try (var bmc = client(kind)) {
        var targets =
            bmc.system()
                .at("/Boot/BootSourceOverrideTarget@Redfish.AllowableValues")
                .valueStream()
                .map(JsonNode::asText)
                .toList();

        assertThat(targets.contains("UsbCd")).isEqualTo(usb);
        assertThat(targets.contains("Cd")).isEqualTo(!usb);
        assertThat(bmc.patch(COMPLETE.replace("Pxe", "UsbCd"), "*").statusCode())
            .isEqualTo(usb ? 200 : 400);
        assertThat(bmc.patch(COMPLETE.replace("Pxe", "Cd"), "*").statusCode())
            .isEqualTo(usb ? 400 : 200);
      }
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
    return new RedfishClient(HardwareKind.VIRTUAL_MACHINE, plan -> plan.bmcKinds(kind));
  }
}
