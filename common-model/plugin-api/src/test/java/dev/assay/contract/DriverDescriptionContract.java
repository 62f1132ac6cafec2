package dev.assay.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.assay.hardware.Bmc;
import dev.assay.hardware.DriverDescription;
import dev.assay.hardware.HardwareDriver;
import dev.assay.hardware.InterfaceType;
import java.util.HashSet;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the description of a driver; the test of a driver that can do nothing else extends it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
public abstract class DriverDescriptionContract {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The driver to test. */
  protected abstract HardwareDriver driver();

  /** A machine that is off when the test begins, and whose change of power takes a moment. */
  protected abstract Bmc machine();

  @ParameterizedTest
  @EnumSource
  void accepts_at_least_one_implementation_and_none_twice(InterfaceType type) {
    var accepted = driver().description().accepted(type);

    assertThat(accepted).isNotEmpty().doesNotHaveDuplicates();
    assertThat(driver().description().byDefault(type)).isEqualTo(accepted.getFirst());
  }

  @Test
  void manages_boot_only_by_interfaces_it_accepts() {
    assertThat(driver().description().accepted(InterfaceType.BOOT))
        .containsAll(driver().description().managedBoot());
  }

  @Test
  void is_published_and_read_back() throws JsonProcessingException {
    var json = JSON.writeValueAsString(driver().description());

    assertThat(JSON.readValue(json, DriverDescription.class)).isEqualTo(driver().description());
  }

  @Test
  void describes_every_key_and_asks_for_the_required_ones() {
    var description = driver().description();
    var required = new HashSet<String>();
    description
        .properties()
        .forEach(
            (key, property) -> {
              assertThat(property.description()).as(key).endsWith(".");
              if (property.required()) {
                required.add(key);
              }
            });

    var missing = description.missing(JsonNodeFactory.instance.objectNode());
    assertThat(missing.isPresent()).isEqualTo(!required.isEmpty());
    assertThat(required).allSatisfy(key -> assertThat(missing.orElseThrow()).contains(key));
    assertThat(description.missing(machine().driverInfo())).isEmpty();
  }
}
