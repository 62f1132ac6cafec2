package dev.assay.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.AssayException;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BootImagesTest {
  private static final UUID INSPECTION = UUID.fromString("1be26c0b-03f2-4d2e-ae87-c02d7f33c123");

  @Test
  void of_the_node_come_before_those_of_the_configuration() throws IOException {
    var config =
        config(
            Map.of(
                "assay.boot.deploy-kernel", "file:///k", "assay.boot.deploy-ramdisk", "file:///r"));

    assertThat(BootImages.of(json("{}"), config))
        .contains(
            new BootImages.KernelAndRamdisk(URI.create("file:///k"), URI.create("file:///r")));
    assertThat(
            BootImages.of(
                json("{'deploy_kernel':'http://h/k','deploy_ramdisk':'http://h/r'}"), config))
        .contains(
            new BootImages.KernelAndRamdisk(URI.create("http://h/k"), URI.create("http://h/r")));
    assertThat(
            BootImages.of(
                json("{'deploy_iso':'https://h/i.iso','deploy_kernel':'http://h/k'}"), config))
        .contains(new BootImages.Iso(URI.create("https://h/i.iso")));
  }

  @Test
  void are_missing_when_nobody_names_any() throws IOException {
    assertThat(BootImages.of(json("{'deploy_kernel':' '}"), config(Map.of()))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "{'deploy_kernel':'http://h/k'},             deploy_ramdisk",
    "{'deploy_iso':'ftp://h/i'},                 http",
    "{'deploy_iso':'/var/lib/i'},                http",
    "{'deploy_iso':'file:relative'},             http",
    "{'deploy_iso':'http://user:secret@h/i'},    password",
    "{'deploy_iso':'glance-uuid'},               http",
    "{'deploy_iso':'http://h/with blank'},       http",
  })
  void are_refused_with_the_reason(String driverInfo, String reason) {
    assertThatThrownBy(() -> BootImages.of(json(driverInfo), config(Map.of())))
        .isInstanceOf(AssayException.class)
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @CsvSource({
    "http://192.0.2.1:6385,     http://192.0.2.1:6385",
    "http://192.0.2.1:6385/,    http://192.0.2.1:6385",
    "https://h/baremetal/v1/,   https://h/baremetal",
  })
  void are_served_below_the_root_of_the_api(String url, String root) throws IOException {
    var config = config(Map.of("assay.boot.url", url));

    assertThat(BootUrls.image(json("{}"), config, INSPECTION))
        .contains(URI.create(root + "/v1/boot/" + INSPECTION + "/inspection.iso"));
    assertThat(BootUrls.image(json("{'external_http_url':'http://o'}"), config, INSPECTION))
        .contains(URI.create("http://o/v1/boot/" + INSPECTION + "/inspection.iso"));
  }

  private static ObjectNode json(String text) throws IOException {
    return (ObjectNode) new ObjectMapper().readTree(text.replace('\'', '"'));
  }

  private static BootConfig config(Map<String, String> options) {
    return new SmallRyeConfigBuilder()
        .withMapping(BootConfig.class)
        .withConverter(
            io.quarkus.runtime.configuration.MemorySize.class,
            100,
            new io.quarkus.runtime.configuration.MemorySizeConverter())
        .withConverter(
            java.time.Duration.class, 100, new io.quarkus.runtime.configuration.DurationConverter())
        .withSources(new PropertiesConfigSource(options, "test", 100))
        .build()
        .getConfigMapping(BootConfig.class);
  }
}
