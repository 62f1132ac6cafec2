package dev.assay.conductor.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.conductor.ConductorConfig;
import dev.assay.conductor.hardware.fake.FakeHardwareDriver;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.HardwareFailure;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DriversTest {
  @Test
  void offers_the_default_drivers_in_the_order_configured() {
    assertThat(new Drivers(config(Map.of())).descriptions())
        .extracting(DriverDescription::name)
        .containsExactly("redfish", "fake-hardware");
  }

  @Test
  void offers_only_what_is_enabled() {
    var drivers = Drivers.of(List.of("fake-hardware"), Drivers.installed());

    assertThat(drivers.require("fake-hardware")).isInstanceOf(FakeHardwareDriver.class);
    assertThatThrownBy(() -> drivers.require("redfish"))
        .isInstanceOfSatisfying(
            HardwareFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(ErrorCode.UNSUPPORTED);
              assertThat(failure.sentence()).contains("redfish", "enabled are: fake-hardware");
            });
  }

  @Test
  void names_an_unknown_driver_and_the_known_ones() {
    var config = config(Map.of("assay.conductor.enabled-hardware-types", "redfish,nosuch"));

    assertThatThrownBy(() -> new Drivers(config))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("names nosuch, which is no driver")
        .hasMessageContaining("Known drivers: fake-hardware, redfish");
  }

  @Test
  void refuses_two_drivers_of_one_name() {
    var twice =
        List.<dev.assay.hardware.HardwareDriver>of(
            new FakeHardwareDriver(), new FakeHardwareDriver());

    assertThatThrownBy(() -> Drivers.of(List.of(), twice))
        .hasMessageContaining("Two drivers have the name fake-hardware");
  }

  private static ConductorConfig config(Map<String, String> properties) {
    return new SmallRyeConfigBuilder()
        .addDefaultInterceptors()
        .addDiscoveredConverters()
        .withSources(new PropertiesConfigSource(properties, "test", 100))
        .withMapping(ConductorConfig.class)
        .build()
        .getConfigMapping(ConductorConfig.class);
  }
}
