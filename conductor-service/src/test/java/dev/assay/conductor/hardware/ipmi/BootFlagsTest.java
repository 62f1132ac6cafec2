package dev.assay.conductor.hardware.ipmi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.hardware.BootChoice;
import dev.assay.hardware.BootDevice;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** IPMI v2.0 28.13, parameter 5. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class BootFlagsTest {
  @ParameterizedTest
  @CsvSource({
    "8004000000, PXE,    false",
    "e004000000, PXE,    true",
    "a008000000, DISK,   false",
    "802C000000, DISK,   false",
    "c00c000000, SAFE,   true",
    "8014000000, CDROM,  false",
    "8020000000, CDROM,  false",
    "8018000000, BIOS,   false",
    "803c000000, FLOPPY, false",
    "8004,       PXE,    false"
  })
  void tell_device_and_whether_it_is_permanent(String data, BootDevice device, boolean persistent) {
    assertThat(BootFlags.choice(data)).isEqualTo(new BootChoice(device, persistent));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0004000000", "4004000000", "8000000000", "8010000000", "80", "", "8"})
  void that_are_used_up_or_unknown_choose_nothing(String data) {
    assertThat(BootFlags.choice(data)).isEqualTo(BootChoice.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "8004000000, true",
    "a010000000, true",
    "8004,       true",
    "c004000000, false",
    "0004000000, false",
    "80,         false",
    "'',         false"
  })
  void are_for_the_next_boot_when_they_are_valid_and_not_permanent(String data, boolean once) {
    assertThat(BootFlags.once(data)).isEqualTo(once);
  }
}
