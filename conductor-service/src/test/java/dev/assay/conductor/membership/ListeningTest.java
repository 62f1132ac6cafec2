package dev.assay.conductor.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assay.registration.ConductorConfig;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The address of health and metrics; unknown names under the prefix would stop the startup. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ListeningTest {
  @Test
  void every_address_by_default() throws IOException {
    var config = config(Map.of());
    assertThat(config.getConfigMapping(ConductorConfig.class).httpHost()).isEqualTo("0.0.0.0");
    assertThat(config.getValue("quarkus.http.host", String.class)).isEqualTo("0.0.0.0");
  }

  @Test
  void one_address_when_it_is_set() throws IOException {
    var config = config(Map.of("assay.conductor.http-host", "127.0.0.2"));
    assertThat(config.getConfigMapping(ConductorConfig.class).httpHost()).isEqualTo("127.0.0.2");
    assertThat(config.getValue("quarkus.http.host", String.class)).isEqualTo("127.0.0.2");
  }

  private static SmallRyeConfig config(Map<String, String> options) throws IOException {
    var folder = System.getProperty("basedir", ".");
    var file = Path.of(folder, "src/main/resources/application.properties");
    return new SmallRyeConfigBuilder()
        .addDefaultInterceptors()
        .withConverter(Duration.class, 300, new DurationConverter())
        .withMapping(ConductorConfig.class)
        .withSources(new PropertiesConfigSource(file.toUri().toURL(), 250))
        .withSources(new PropertiesConfigSource(options, "given", 400))
        .build();
  }
}
