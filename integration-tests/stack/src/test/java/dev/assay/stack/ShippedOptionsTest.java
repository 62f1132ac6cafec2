package dev.assay.stack;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ShippedOptionsTest {
  @ParameterizedTest
  @CsvSource({
    "api-service, -Xmx512m",
    "conductor-service, -XX:MaxInlineLevel=9",
    "pxe-filter-service, -XX:TieredStopAtLevel=1"
  })
  void are_those_of_the_script_for_the_service(String module, String option) {
    assertThat(ShippedOptions.ofService(module))
        .contains(option, "-XX:+UseSerialGC")
        .allMatch(it -> it.startsWith("-"));
  }
}
