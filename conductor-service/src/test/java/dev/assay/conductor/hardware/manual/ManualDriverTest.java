package dev.assay.conductor.hardware.manual;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.contract.DriverDescriptionContract;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.Boot;
import dev.assay.hardware.HardwareDriver;
import dev.assay.hardware.InterfaceType;
import dev.assay.hardware.Power;
import dev.assay.id.NodeId;
import dev.assay.storedjson.StoredJson;
import org.junit.jupiter.api.Test;

class ManualDriverTest extends DriverDescriptionContract {
  private final HardwareDriver driver = new ManualDriver();

  @Override
  protected HardwareDriver driver() {
    return driver;
  }

  @Override
  protected Bmc machine() {
    return new Bmc(NodeId.random(), StoredJson.object());
  }

  @Test
  void can_neither_switch_nor_boot_a_machine() {
    assertThat(driver).isNotInstanceOf(Power.class).isNotInstanceOf(Boot.class);
    assertThat(driver.description().managedBoot()).isEmpty();
    assertThat(driver.description().bootDevices()).isEmpty();
  }

  @Test
  void is_described_as_the_table_of_the_api_says() {
    var description = driver.description();

    assertThat(description.accepted(InterfaceType.BOOT)).containsExactly("pxe", "ipxe");
    assertThat(description.accepted(InterfaceType.MANAGEMENT)).containsExactly("noop");
    assertThat(description.accepted(InterfaceType.POWER)).containsExactly("agent", "fake");
    assertThat(description.accepted(InterfaceType.INSPECT)).containsExactly("agent", "no-inspect");
  }
}
