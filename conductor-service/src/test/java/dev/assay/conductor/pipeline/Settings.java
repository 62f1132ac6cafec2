package dev.assay.conductor.pipeline;

import dev.assay.hook.HookConfig;
import dev.assay.tracing.Tracing;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The real configuration, with defaults, read from a map. */
public final class Settings {
  private Settings() {}

  public static HookConfig of(Map<String, String> properties) {
    return read(properties, HookConfig.class);
  }

  public static <C> C read(Map<String, String> properties, Class<C> mapping) {
    return new SmallRyeConfigBuilder()
        .addDefaultInterceptors()
        .addDiscoveredConverters()
        .withSources(new PropertiesConfigSource(properties, "test", 100))
        .withMapping(mapping)
        .build()
        .getConfigMapping(mapping);
  }

  /** The hooks listed in {@code properties}, of {@code known} ones. */
  public static Pipeline pipeline(Map<String, String> properties, Hooks known) {
    var config = of(properties);
    return Pipeline.of(
        HookList.ofRamdisk(config),
        known,
        config,
        new WatchedThreads(config.hookTimeout(), Tracing.OFF));
  }

  /** {@code names}, in order, of the hooks installed. */
  public static Pipeline pipeline(List<String> names, Map<String, String> options) {
    var properties = new HashMap<>(options);
    properties.put("assay.inspector.hooks", String.join(",", names));
    return pipeline(properties, Hooks.installed());
  }
}
