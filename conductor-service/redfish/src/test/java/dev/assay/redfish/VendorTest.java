package dev.assay.redfish;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.hardware.BootChoice;
import dev.assay.hardware.BootDevice;
import dev.assay.hardware.PowerState;
import dev.assay.redfish.StubBmc.Reply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Five makers' BMCs: resources of the shape that theirs have, what they refuse, and the commands
 * that they must get.
 */
class VendorTest extends OddBmc {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final URI IMAGE = URI.create("http://192.0.2.1:6385/v1/boot/x/inspection.iso");
  private static final String FULL = "{'Image':'%s','Inserted':true,'WriteProtected':true}";
  private static final String ONLY = "{'Image':'%s'}";
  private static final String TYPED =
      "{'Image':'%s','TransferProtocolType':'HTTP','TransferMethod':'Stream'}";
  private static final String CD_ONCE =
      "{'Boot':{'BootSourceOverrideTarget':'Cd','BootSourceOverrideEnabled':'Once'}}";

  private enum Maker {
    IDRAC9(
        "/redfish/v1/Systems/System.Embedded.1",
        "/redfish/v1/Systems/System.Embedded.1/VirtualMedia/1",
        CD_ONCE,
        FULL,
        "ForceRestart"),
    ILO5(
        "/redfish/v1/Systems/1/",
        "/redfish/v1/Managers/1/VirtualMedia/2/",
        CD_ONCE,
        FULL,
        "ForceRestart"),
    XCC(
        "/redfish/v1/Systems/1",
        "/redfish/v1/Managers/1/VirtualMedia/EXT1",
        CD_ONCE,
        FULL,
        "ForceOff, On"),
    SUPERMICRO_X12(
        "/redfish/v1/Systems/1",
        "/redfish/v1/Managers/1/VirtualMedia/VirtualMedia1",
        "{'Boot':{'BootSourceOverrideTarget':'UsbCd','BootSourceOverrideEnabled':'Once',"
            + "'BootSourceOverrideMode':'UEFI'}}",
        ONLY,
        "ForceRestart"),
    OPENBMC(
        "/redfish/v1/Systems/system",
        "/redfish/v1/Managers/bmc/VirtualMedia/Slot_2",
        CD_ONCE,
        TYPED,
        "ForceRestart");

    private final String system;
    private final String drive;
    private final String bootOfCd;
    private final String insertion;
    private final String restart;

    Maker(String system, String drive, String bootOfCd, String insertion, String restart) {
      this.system = system;
      this.drive = drive;
      this.bootOfCd = bootOfCd;
      this.insertion = insertion.formatted(IMAGE);
      this.restart = restart;
    }

    ObjectNode resources() {
      var file = "/vendor/" + name().toLowerCase(Locale.ROOT).replace('_', '-') + ".json";
      try (var in = VendorTest.class.getResourceAsStream(file)) {
        return (ObjectNode) JSON.readTree(in);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private ObjectNode resources = JSON.createObjectNode();

  @ParameterizedTest
  @EnumSource
  void boots_its_virtual_cd_once(Maker maker) {
    serve(maker);
    var path = maker.system;
    stub.on(
        "PATCH " + path,
        () -> {
          ((ObjectNode) resources.path(path).path("Boot")).setAll((ObjectNode) sent().path("Boot"));
          return Reply.status(204);
        });

    driver.bootFrom(stub.bmc(), BootDevice.CDROM, false);
    assertThat(sent()).isEqualTo(json(maker.bootOfCd));
    assertThat(patches()).containsExactly("PATCH %s basic%s".formatted(path, etag(path)));
    assertThat(driver.bootDevice(stub.bmc())).isEqualTo(new BootChoice(BootDevice.CDROM, false));

    driver.cancelBootOnce(stub.bmc());
    assertThat(driver.bootDevice(stub.bmc())).isEqualTo(BootChoice.NONE);
  }

  @ParameterizedTest
  @EnumSource
  void inserts_and_ejects_an_image(Maker maker) {
    serve(maker);
    var drive = (ObjectNode) resources.path(maker.drive);
    var insert = drive.at("/Actions/#VirtualMedia.InsertMedia/target").textValue();
    var eject = drive.at("/Actions/#VirtualMedia.EjectMedia/target").textValue();
    stub.on("POST " + insert, () -> done(drive.put("Inserted", true)))
        .on("POST " + eject, () -> done(drive.put("Inserted", false)));

    driver.insert(stub.bmc(), IMAGE);
    assertThat(sent()).isEqualTo(json(maker.insertion));
    assertThat(drive.path("Inserted").booleanValue()).isTrue();

    driver.eject(stub.bmc());
    assertThat(sent()).isEqualTo(json("{}"));
    assertThat(drive.path("Inserted").booleanValue()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void restarts(Maker maker) {
    serve(maker);
    var system = (ObjectNode) resources.path(maker.system);
    var reset = system.at("/Actions/#ComputerSystem.Reset/target").textValue();
    stub.on(
        "POST " + reset,
        () -> {
          var off = sent().path("ResetType").textValue().equals("ForceOff");
          return done(system.put("PowerState", off ? "Off" : "On"));
        });

    driver.power(stub.bmc(), PowerState.REBOOT, Duration.ofMinutes(1));
    assertThat(stub.bodies().stream().filter(body -> body.contains("ResetType")).toList())
        .containsExactlyElementsOf(
            Arrays.stream(maker.restart.split(", ", -1))
                .map("{\"ResetType\":\"%s\"}"::formatted)
                .toList());
    assertThat(driver.power(stub.bmc())).isEqualTo(Optional.of(PowerState.ON));
  }

  /** Answers with what the file of the maker has, as it is at the time. */
  private void serve(Maker maker) {
    resources = maker.resources();
    resources
        .fieldNames()
        .forEachRemaining(
            path ->
                stub.on(
                    "GET " + path,
                    () -> new Reply(200, resources.path(path).toString(), List.of())));
  }

  private static Reply done(ObjectNode changed) {
    return Reply.status(changed.isEmpty() ? 500 : 204);
  }

  private String etag(String path) {
    return " " + resources.path(path).path("@odata.etag").textValue();
  }

  private List<String> patches() {
    return stub.requests().stream().filter(request -> request.startsWith("PATCH")).toList();
  }

  private JsonNode sent() {
    return json(stub.bodies().getLast());
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text.replace('\'', '"'));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
