package dev.assay.conductor.hook;

import dev.assay.hook.HookConfig;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The real configuration, with defaults, read from a map. */
final class Settings {
  private Settings() {}

  static HookConfig of(Map<String, String> properties) {
    return read(properties, HookConfig.class);
  }

  static <C> C read(Map<String, String> properties, Class<C> mapping) {
    return new SmallRyeConfigBuilder()
        .addDefaultInterceptors()
        .addDiscoveredConverters()
        .withSources(new PropertiesConfigSource(properties, "test", 100))
        .withMapping(mapping)
        .build()
        .getConfigMapping(mapping);
  }

  /** The hooks listed in {@code properties}, of {@code known} ones. */
  static HookPipeline pipeline(Map<String, String> properties, Hooks known) {
    var config = of(properties);
    return HookPipeline.of(
        HookList.ofRamdisk(config), known, config, new HookThreads(config.hookTimeout()));
  }

  /** {@code names}, in order, of the hooks installed. */
  static HookPipeline pipeline(List<String> names, Map<String, String> options) {
    var properties = new HashMap<>(options);
    properties.put("assay.inspector.hooks", String.join(",", names));
    return pipeline(properties, Hooks.installed());
  }
}
