package dev.assay.conductor.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.contract.HardwareDriverContract;
import dev.assay.hardware.DriverDescription;
import dev.assay.storedjson.StoredJson;
import org.junit.jupiter.api.Test;

/** Tests what every driver that Assay contains must do; the test of a driver extends this class. */
public abstract class BuiltInDriverContract extends HardwareDriverContract {
  @Test
  void is_installed_under_its_name() {
    assertThat(BuiltInDrivers.installed(RedfishSettings.DEFAULT, IpmiSettings.DEFAULT))
        .filteredOn(found -> found.description().name().equals(driver().description().name()))
        .singleElement()
        .hasSameClassAs(driver());
  }

  @Test
  void is_stored_and_read_back() {
    var json = StoredJson.write(driver().description());

    assertThat(StoredJson.read(json, DriverDescription.class)).isEqualTo(driver().description());
  }
}
