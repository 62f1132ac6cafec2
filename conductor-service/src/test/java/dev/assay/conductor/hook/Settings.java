package dev.assay.conductor.hook;

import dev.assay.hook.PortPolicy;
import dev.assay.inspection.InspectorConfig;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;

/** The real configuration, with defaults, read from a map. */
final class Settings {
  private Settings() {}

  static InspectorConfig of(Map<String, String> properties) {
    return new SmallRyeConfigBuilder()
        .addDefaultInterceptors()
        .addDiscoveredConverters()
        .withSources(new PropertiesConfigSource(properties, "test", 100))
        .withMapping(InspectorConfig.class)
        .build()
        .getConfigMapping(InspectorConfig.class);
  }

  static PortPolicy policy(InspectorConfig config) {
    return new PortPolicy(config.addPorts(), config.keepPorts(), config.updatePxeEnabled());
  }
}
