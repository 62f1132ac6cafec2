package dev.assay.redfish;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.contract.HardwareDriverContract;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.HardwareDriver;
import dev.assay.hardware.InterfaceType;
import dev.assay.hardware.Sleep;
import dev.assay.id.NodeId;
import dev.assay.simulator.Rack;
import dev.assay.simulator.RackPlan;
import dev.assay.simulator.hardware.HardwareKind;
import dev.assay.simulator.machine.Machine;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The driver against the simulated BMC. */
class IdracDriverTest extends HardwareDriverContract {
  private static final Path CA_FOLDER = Path.of("/etc/assay/ca");
  private static final RedfishDriver.Times TIMES =
      new RedfishDriver.Times(
          Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(60));

  private final Rack rack =
      Rack.of(
              RackPlan.to("http://127.0.0.1:9/v1/continue_inspection")
                  .kinds(HardwareKind.ONE_U_TWO_SOCKET)
                  .powerDelay(Duration.ofMillis(50))
                  .build())
          .start();
  private final NodeId node = NodeId.random();
  private final HardwareDriver driver =
      new IdracDriver(TIMES, InstantSource.system(), Sleep.REAL, CA_FOLDER);

  @AfterEach
  void close() {
    driver.close();
    rack.close();
  }

  @Override
  protected HardwareDriver driver() {
    return driver;
  }

  @Override
  protected Bmc machine() {
    Machine simulated = rack.machines().getFirst();
    return new Bmc(
        node,
        JsonNodeFactory.instance
            .objectNode()
            .put("redfish_address", simulated.bmcUrl().toString())
            .put("redfish_system_id", simulated.systemPath())
            .put("redfish_username", simulated.username())
            .put("redfish_password", simulated.password()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "MANAGEMENT | idrac-redfish, redfish",
        "POWER      | idrac-redfish, redfish",
        "BIOS       | idrac-redfish, redfish, no-bios",
        "RAID       | idrac-redfish, redfish, agent, no-raid",
        "FIRMWARE   | idrac-redfish, redfish, no-firmware",
        "VENDOR     | idrac-redfish, redfish, no-vendor",
        "BOOT       | ipxe, pxe, redfish-virtual-media, idrac-redfish-virtual-media, redfish-https, http, http-ipxe"
      })
  void has_names_of_its_own_beside_those_of_redfish(InterfaceType type, String names) {
    assertThat(driver.description().accepted(type)).containsExactly(names.split(", ", -1));
  }

  @Test
  void reads_the_same_driver_info_as_redfish() {
    assertThat(driver.description().properties())
        .isEqualTo(RedfishDescription.of(CA_FOLDER).properties());
  }
}
