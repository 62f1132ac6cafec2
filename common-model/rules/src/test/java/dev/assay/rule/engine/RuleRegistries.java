package dev.assay.rule.engine;

import dev.assay.plugin.Plugins;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Creates rule registries for tests, with built-in operators and actions and the given options. */
public final class RuleRegistries {
  private RuleRegistries() {}

  /**
   * {@code options} are option names below {@code assay.inspection-rules}, each followed by its
   * value.
   */
  public static RuleRegistry with(String... options) {
    return new RuleRegistry(Plugins.in(Path.of("no-such-folder")), config(options));
  }

  static RulesConfig config(String... options) {
    Map<String, String> properties = new HashMap<>();
    for (int i = 0; i < options.length; i += 2) {
      properties.put("assay.inspection-rules." + options[i], options[i + 1]);
    }
    return new SmallRyeConfigBuilder()
        .withMapping(RulesConfig.class)
        .withConverter(Duration.class, 200, new DurationConverter())
        .withSources(new PropertiesConfigSource(properties, "test", 100))
        .build()
        .getConfigMapping(RulesConfig.class);
  }
}
