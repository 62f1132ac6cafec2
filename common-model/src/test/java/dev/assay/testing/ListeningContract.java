package dev.assay.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * Tests the address of a service's health and metrics. Unknown names under the prefix of its
 * options would stop the startup.
 *
 * @param <C> the options of the service
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
public abstract class ListeningContract<C> {
  private final Class<C> options;
  private final String hostOption;
  private final Function<C, String> host;

  /** Tests that the option {@code hostOption}, read by {@code host}, sets the address. */
  protected ListeningContract(Class<C> options, String hostOption, Function<C, String> host) {
    this.options = options;
    this.hostOption = hostOption;
    this.host = host;
  }

  @Test
  void every_address_by_default() throws IOException {
    listensOn("0.0.0.0", config(Map.of()));
  }

  @Test
  void one_address_when_it_is_set() throws IOException {
    listensOn("127.0.0.2", config(Map.of(hostOption, "127.0.0.2")));
  }

  private void listensOn(String address, SmallRyeConfig config) {
    assertThat(host.apply(config.getConfigMapping(options))).isEqualTo(address);
    assertThat(config.getValue("quarkus.http.host", String.class)).isEqualTo(address);
  }

  private SmallRyeConfig config(Map<String, String> given) throws IOException {
    var folder = System.getProperty("basedir", ".");
    var file = Path.of(folder, "src/main/resources/application.properties");
    return new SmallRyeConfigBuilder()
        .addDefaultInterceptors()
        .withConverter(Duration.class, 300, new DurationConverter())
        .withMapping(options)
        .withSources(new PropertiesConfigSource(file.toUri().toURL(), 250))
        .withSources(new PropertiesConfigSource(given, "given", 400))
        .build();
  }
}
