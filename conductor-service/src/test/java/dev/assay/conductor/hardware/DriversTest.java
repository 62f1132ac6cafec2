package dev.assay.conductor.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.conductor.hardware.fake.FakeHardwareDriver;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.Boot;
import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.HardwareDriver;
import dev.assay.hardware.HardwareFailure;
import dev.assay.hardware.NetworkCards;
import dev.assay.hardware.Power;
import dev.assay.hardware.PowerState;
import dev.assay.id.NodeId;
import dev.assay.node.NodeAttributeTable;
import dev.assay.plugin.PluginRefused;
import dev.assay.plugin.Plugins;
import dev.assay.registration.ConductorConfig;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.Fixtures;
import dev.assay.testing.TinyJar;
import dev.assay.tracing.Tracing;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class DriversTest {
  private static final MeterRegistry METRICS = new SimpleMeterRegistry();
  private static final RedfishConfig REDFISH = RedfishSettings.DEFAULT;
  private static final IpmiConfig IPMI = IpmiSettings.DEFAULT;
  private static final Plugins NO_PLUGINS = Plugins.in(Path.of("no-such-folder"));

  @Test
  void offers_the_default_drivers_in_the_order_configured() {
    assertThat(
            new Drivers(config(Map.of()), REDFISH, IPMI, NO_PLUGINS, METRICS, Tracing.OFF)
                .descriptions())
        .extracting(DriverDescription::name)
        .containsExactly("redfish", "idrac", "ipmi", "manual-management", "fake-hardware");
  }

  @Test
  void descriptions_are_stored_and_read_back() {
    assertThat(
            new Drivers(config(Map.of()), REDFISH, IPMI, NO_PLUGINS, METRICS, Tracing.OFF)
                .descriptions())
        .allSatisfy(
            description -> {
              var json = StoredJson.write(description);
              assertThat(StoredJson.read(json, DriverDescription.class)).isEqualTo(description);
            });
  }

  @Test
  void offers_the_driver_of_a_plug_in(@TempDir Path folder) throws IOException {
    new TinyJar()
        .source(
            "rack.RackDriver",
            """
            import dev.assay.hardware.DriverDescription;
            import java.util.List;
            import java.util.Map;
            import java.util.Set;

            public final class RackDriver implements dev.assay.hardware.HardwareDriver {
              public DriverDescription description() {
                return new DriverDescription("rack", Map.of(), Map.of(), Set.of(), List.of());
              }
            }
            """)
        .offers(HardwareDriver.class, "rack.RackDriver")
        .write(folder.resolve("rack.jar"));
    var config = config(Map.of("assay.conductor.enabled-hardware-types", "rack"));

    assertThat(
            new Drivers(config, REDFISH, IPMI, Plugins.in(folder), METRICS, Tracing.OFF)
                .descriptions())
        .extracting(DriverDescription::name)
        .containsExactly("rack");
  }

  @Test
  void offers_only_what_is_enabled() {
    var drivers =
        Drivers.of(List.of("fake-hardware"), BuiltInDrivers.installed(REDFISH, IPMI, Tracing.OFF));

    assertThat(drivers.require("fake-hardware").description().name()).isEqualTo("fake-hardware");
    assertThat(drivers.require("fake-hardware")).isInstanceOf(Power.class).isInstanceOf(Boot.class);
    assertThat(drivers.require("fake-hardware")).isNotInstanceOf(NetworkCards.class);
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

    assertThatThrownBy(() -> new Drivers(config, REDFISH, IPMI, NO_PLUGINS, METRICS, Tracing.OFF))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("names nosuch, which is no driver")
        .hasMessageContaining(
            "Known drivers: fake-hardware, idrac, ipmi, manual-management, redfish");
  }

  @Nested
  class For_a_node {
    private final Drivers drivers =
        Drivers.of(
            List.of("fake-hardware", "manual-management"),
            BuiltInDrivers.installed(REDFISH, IPMI, Tracing.OFF));

    @Test
    void a_driver_has_its_abilities() {
      var node = Fixtures.attributes(null, StoredJson.object());

      assertThat(drivers.serving(node, Boot.class)).isSameAs(drivers.require("fake-hardware"));
      assertThat(drivers.lacks(node, Power.class)).isFalse();
    }

    @Test
    void an_ability_that_the_driver_lacks_is_refused() {
      var node = Fixtures.manual(Map.of("power", "agent"));

      assertThat(drivers.lacks(node, Power.class)).isTrue();
      assertThatThrownBy(() -> drivers.serving(node, Power.class))
          .isInstanceOfSatisfying(
              HardwareFailure.class,
              failure -> assertThat(failure.code()).isEqualTo(ErrorCode.UNSUPPORTED))
          .hasMessage(
              "Driver manual-management does not support power (disabled or not implemented).");
    }

    @Test
    void fake_power_of_a_driver_without_power_is_only_recorded() {
      var node = Fixtures.manual(Map.of("power", "fake"));
      var bmc = new Bmc(NodeId.random(), StoredJson.object());
      var power = drivers.serving(node, Power.class);

      power.power(bmc, PowerState.ON, Duration.ofSeconds(1));

      assertThat(power.power(bmc)).isEmpty();
      assertThat(drivers.serving(node).description().name()).isEqualTo("manual-management");
    }

    @Test
    void management_noop_leaves_the_boot_device_alone() {
      var node =
          NodeAttributeTable.TABLE.with(
              Fixtures.attributes(null, StoredJson.object()),
              Map.of("interfaces", Map.of("management", "noop")));
      var bmc = new Bmc(NodeId.random(), StoredJson.object());

      assertThat(drivers.lacks(node, Boot.class)).isTrue();
      drivers.serving(node, Power.class).power(bmc, PowerState.ON, Duration.ofSeconds(1));
      assertThat(drivers.serving(node, Power.class).power(bmc)).contains(PowerState.ON);
    }
  }

  @Test
  void names_no_enabled_driver_where_there_is_none() {
    assertThatThrownBy(() -> Drivers.of(List.of(), List.of()).require("redfish"))
        .hasMessage("Driver redfish is not enabled on this conductor; enabled are: none.");
  }

  @Test
  void refuses_a_folder_of_authorities_that_depends_on_where_it_is_started() {
    assertThatThrownBy(
            () ->
                new Drivers(
                    config(Map.of()),
                    new RedfishSettings(Path.of("ca"), Duration.ofSeconds(30)),
                    IPMI,
                    NO_PLUGINS,
                    METRICS,
                    Tracing.OFF))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("assay.redfish.ca-folder must be an absolute path, not ca");
  }

  @Test
  void refuses_a_time_limit_in_which_no_bmc_answers() {
    var redfish = new RedfishSettings(Path.of("/etc/assay/ca"), Duration.ofMillis(999));

    assertThatThrownBy(
            () -> new Drivers(config(Map.of()), redfish, IPMI, NO_PLUGINS, METRICS, Tracing.OFF))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "assay.redfish.request-timeout is PT0.999S, it must be at least one second, such as"
                + " 30s");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "PT0.5S | PT1S | assay.ipmi.command-timeout is PT0.5S, it must be at least one second, such as 30s",
        "PT30S | PT61S | assay.ipmi.min-command-interval is PT1M1S, it must be from 0s to 1m",
        "PT30S | -PT1S | assay.ipmi.min-command-interval is PT-1S, it must be from 0s to 1m"
      })
  void refuses_times_that_make_no_sense_for_ipmitool(
      Duration limit, Duration interval, String why) {
    var ipmi = new IpmiSettings("ipmitool", limit, interval);

    assertThatThrownBy(
            () -> new Drivers(config(Map.of()), REDFISH, ipmi, NO_PLUGINS, METRICS, Tracing.OFF))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(why);
  }

  @Test
  void starts_without_ipmitool() {
    var ipmi = new IpmiSettings("/no/such/program", Duration.ofSeconds(1), Duration.ZERO);
    var config = config(Map.of("assay.conductor.enabled-hardware-types", "ipmi"));

    assertThat(new Drivers(config, REDFISH, ipmi, NO_PLUGINS, METRICS, Tracing.OFF).descriptions())
        .extracting(DriverDescription::name)
        .containsExactly("ipmi");
  }

  @Test
  void closes_every_driver_at_the_end() {
    var closed = new AtomicBoolean();
    var driver =
        new HardwareDriver() {
          @Override
          public DriverDescription description() {
            return new DriverDescription("closing", Map.of(), Map.of(), Set.of(), List.of());
          }

          @Override
          public void close() {
            closed.set(true);
          }
        };

    Drivers.of(List.of("closing"), List.of(driver)).close();
    assertThat(closed).isTrue();
  }

  @Test
  void refuses_two_drivers_of_one_name() {
    var twice = List.<HardwareDriver>of(new FakeHardwareDriver(), new FakeHardwareDriver());

    assertThatThrownBy(() -> Drivers.of(List.of(), twice))
        .isInstanceOf(PluginRefused.class)
        .hasMessageContaining("Two drivers have the name fake-hardware");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "return null; | has no name: description() returns null. Fix it, or remove its jar.",
        "throw new IllegalStateException(\"no rack\"); | threw an exception in description():"
            + " java.lang.IllegalStateException: no rack. Fix the driver, or remove its jar."
      })
  void refuses_a_plug_in_without_a_description(String body, String why, @TempDir Path folder)
      throws IOException {
    new TinyJar()
        .source(
            "rack.RackDriver",
            """
            public final class RackDriver implements dev.assay.hardware.HardwareDriver {
              public dev.assay.hardware.DriverDescription description() {
                %s
              }
            }
            """
                .formatted(body))
        .offers(HardwareDriver.class, "rack.RackDriver")
        .write(folder.resolve("rack.jar"));

    assertThatThrownBy(
            () ->
                new Drivers(
                    config(Map.of()), REDFISH, IPMI, Plugins.in(folder), METRICS, Tracing.OFF))
        .isInstanceOf(PluginRefused.class)
        .hasMessage("Driver rack.RackDriver of rack.jar " + why);
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
