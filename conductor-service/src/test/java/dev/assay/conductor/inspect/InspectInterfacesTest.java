package dev.assay.conductor.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assay.conductor.hardware.fake.FakeHardwareDriver;
import dev.assay.conductor.hardware.manual.ManualDriver;
import dev.assay.error.ErrorCode;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.HardwareDriver;
import dev.assay.hardware.HardwareFailure;
import dev.assay.hardware.InterfaceType;
import dev.assay.id.NodeId;
import dev.assay.inspect.InspectInterface;
import dev.assay.inspect.InspectStart;
import dev.assay.inspect.InspectedMachine;
import dev.assay.plugin.PluginRefused;
import dev.assay.plugin.Plugins;
import dev.assay.storedjson.StoredJson;
import dev.assay.testing.TinyJar;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class InspectInterfacesTest {
  private final List<String> calls = new ArrayList<>();

  /** What the database throws when the machine is written to; null while it works. */
  private @Nullable RuntimeException broken;

  private final Path folder;

  InspectInterfacesTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void agent_expects_the_ramdisk_before_it_boots() {
    assertThat(installed().start("agent", machine(false)))
        .isEqualTo(new InspectStart.RamdiskBoots());

    assertThat(calls).containsExactly("expect ramdisk", "command", "turn", "command");
  }

  /** The command is delivered again then: see CommandHandler. */
  @Test
  void a_database_that_goes_away_meanwhile_is_no_failure_of_the_interface() {
    broken = new IllegalStateException(new SQLException("terminating connection", "57P01"));

    assertThatThrownBy(() -> installed().start("agent", machine(false))).isSameAs(broken);
  }

  @Test
  void a_failure_that_does_not_pass_is_one_of_the_interface() {
    broken = new IllegalStateException(new SQLException("no such column", "42703"));

    assertThatThrownBy(() -> installed().start("agent", machine(false)))
        .isInstanceOfSatisfying(
            HardwareFailure.class,
            failure -> assertThat(failure.code()).isEqualTo(ErrorCode.DRIVER_ERROR));
  }

  @Test
  void agent_waits_for_the_ramdisk_where_nobody_else_can_boot_it() {
    assertThat(installed().start("agent", machine(new ManualDriver(), false)))
        .isEqualTo(new InspectStart.RamdiskAwaited());

    assertThat(calls).containsExactly("expect ramdisk");
  }

  @ParameterizedTest
  @MethodSource("builtIn")
  void whatever_a_built_in_driver_accepts_is_installed(HardwareDriver driver) {
    assertThat(driver.description().accepted(InterfaceType.INSPECT))
        .filteredOn(name -> !name.equals("no-inspect"))
        .allSatisfy(
            name ->
                assertThat(installed().names())
                    .as("inspect interfaces of driver %s", driver.description().name())
                    .contains(name));
  }

  static List<HardwareDriver> builtIn() {
    return ServiceLoader.load(HardwareDriver.class).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }

  @Test
  void fake_does_nothing() {
    assertThat(installed().start("fake", machine(false))).isEqualTo(new InspectStart.Finished());

    assertThat(calls).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"no-inspect", "rack"})
  void an_unknown_one_fails_with_the_driver(String name) {
    assertThatThrownBy(() -> installed().start(name, machine(false)))
        .isInstanceOf(HardwareFailure.class)
        .hasMessage("Driver fake-hardware does not support inspection with interface %s.", name);
  }

  @Test
  void a_plug_in_may_bring_one() throws IOException {
    jar("rack", "return new dev.assay.inspect.InspectStart.Finished();");

    assertThat(installed().start("rack", machine(false))).isEqualTo(new InspectStart.Finished());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "return null;",
        "throw new IllegalStateException(\"rack\");",
        "throw new NoClassDefFoundError(\"rack\");",
        "return start(machine);"
      })
  void one_that_crashes_fails_the_inspection(String body) throws IOException {
    jar("rack", body);

    assertThatThrownBy(() -> installed().start("rack", machine(false)))
        .isInstanceOfSatisfying(
            HardwareFailure.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(ErrorCode.DRIVER_ERROR);
              assertThat(failure.sentence())
                  .startsWith("Inspect interface rack failed with an unexpected ");
            });
  }

  @Test
  void one_without_a_name_is_refused() throws IOException {
    source("return null;", "null");

    assertThatThrownBy(this::installed)
        .isInstanceOf(PluginRefused.class)
        .hasMessage(
            "Inspect interface rack.Rack of rack.jar has no name: name() returns null."
                + " Fix it, or remove its jar.");
  }

  @Test
  void one_whose_name_cannot_be_asked_is_refused() throws IOException {
    source("return null;", "java.util.List.of(\"rack\").get(1)");

    assertThatThrownBy(this::installed)
        .isInstanceOf(PluginRefused.class)
        .hasMessageStartingWith(
            "Inspect interface rack.Rack of rack.jar threw an exception in name(): java.lang.")
        .hasMessageEndingWith(". Fix the inspect interface, or remove its jar.");
  }

  @Test
  void two_of_one_name_are_refused() throws IOException {
    jar("agent", "return null;");

    assertThatThrownBy(this::installed)
        .isInstanceOf(PluginRefused.class)
        .hasMessage(
            "Two inspect interfaces have the name agent: "
                + "dev.assay.conductor.inspect.AgentInspect (built in) and rack.Rack of rack.jar."
                + " Rename one, or remove its jar.");
  }

  private InspectInterfaces installed() {
    return new InspectInterfaces(Plugins.in(folder));
  }

  private void jar(String name, String body) throws IOException {
    source(body, "\"" + name + "\"");
  }

  private void source(String body, String returned) throws IOException {
    new TinyJar()
        .source(
            "rack.Rack",
            """
            public final class Rack implements dev.assay.inspect.InspectInterface {
              public String name() {
                return %s;
              }

              public dev.assay.inspect.InspectStart start(
                  dev.assay.inspect.InspectedMachine machine) {
                %s
              }
            }
            """
                .formatted(returned, body))
        .offers(InspectInterface.class, "rack.Rack")
        .write(folder.resolve("rack.jar"));
  }

  private InspectedMachine machine(boolean powerOffForbidden) {
    return machine(new FakeHardwareDriver(), powerOffForbidden);
  }

  private InspectedMachine machine(HardwareDriver driver, boolean powerOffForbidden) {
    var bmc = new Bmc(NodeId.random(), StoredJson.object()).guardedBy(() -> calls.add("command"));
    return new InspectedMachine() {
      @Override
      public void awaitPowerOn() {
        calls.add("turn");
      }

      @Override
      public HardwareDriver driver() {
        return driver;
      }

      @Override
      public Bmc bmc() {
        return bmc;
      }

      @Override
      public boolean powerOffForbidden() {
        return powerOffForbidden;
      }

      @Override
      public Duration powerLimit() {
        return Duration.ofSeconds(1);
      }

      @Override
      public String bootInterface() {
        return "ipxe";
      }

      @Override
      public URI bootImage() {
        throw new AssertionError("network boot needs no image");
      }

      @Override
      public void expectRamdisk() {
        calls.add("expect ramdisk");
        if (broken != null) {
          throw broken;
        }
      }
    };
  }
}
