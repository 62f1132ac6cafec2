package dev.assay.conductor.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.SerializationFeature;
import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.HardwareDriver;
import dev.assay.storedjson.StoredJson;
import dev.assay.tracing.Tracing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Objects;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * Checks that the tests of the API, which cannot see the drivers, use what the drivers publish. Run
 * with {@code -Dassay.drivers.write=true} to write their file again.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PublishedDriversTest {
  private static final String FILE = "common-model/src/test/resources/drivers.json";

  @Test
  void drivers_json_has_the_descriptions_of_the_installed_drivers() throws IOException {
    var file = root().resolve(FILE);
    var wanted = published();
    if (Boolean.getBoolean("assay.drivers.write")) {
      Files.writeString(file, wanted);
    }

    assertThat(Files.readString(file))
        .as("%s is generated: run this test with -Dassay.drivers.write=true", FILE)
        .isEqualTo(wanted);
  }

  private static String published() throws IOException {
    var descriptions =
        BuiltInDrivers.installed(RedfishSettings.DEFAULT, IpmiSettings.DEFAULT, Tracing.OFF)
            .stream()
            .map(HardwareDriver::description)
            .map(PublishedDriversTest::sorted)
            .sorted(Comparator.comparing(DriverDescription::name))
            .toList();
    return StoredJson.MAPPER
            .writer()
            .with(SerializationFeature.INDENT_OUTPUT)
            .with(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .writeValueAsString(descriptions)
        + "\n";
  }

  /** Sets have another order in each process; the order of lists has a meaning. */
  private static DriverDescription sorted(DriverDescription driver) {
    return new DriverDescription(
        driver.name(),
        driver.interfaces(),
        driver.properties(),
        new TreeSet<>(driver.managedBoot()),
        driver.bootDevices());
  }

  private static Path root() {
    var here = Path.of("").toAbsolutePath();
    while (!Files.exists(here.resolve("LICENSE"))) {
      here = Objects.requireNonNull(here.getParent(), "no folder above has the LICENSE");
    }
    return here;
  }
}
