package dev.assay.bench;

import static java.util.stream.Collectors.joining;

import dev.assay.conductor.pipeline.Hooks;
import dev.assay.conductor.pipeline.Pipeline;
import dev.assay.conductor.pipeline.Pipelines;
import dev.assay.conductor.pipeline.RedfishHookConfig;
import dev.assay.hook.HookConfig;
import dev.assay.tracing.Tracing;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.Map;
import java.util.stream.Stream;

/** The built-in hooks, as benchmarks run them without a conductor. */
final class BenchmarkHooks {
  /** All hooks, those first that the others need. */
  private static final String LIST =
      Stream.concat(
              Stream.of("ramdisk-error", "validate-interfaces", "ports", "architecture"),
              Hooks.installed().names().stream())
          .distinct()
          .collect(joining(","));

  /** The options of a conductor that runs all hooks. */
  static final Map<String, String> OPTIONS =
      Map.of(
          "assay.inspector.hooks", LIST,
          "assay.inspector.physical-network-cidr-map", "192.0.2.0/24:one,10.0.0.0/8:two",
          "assay.inspector.pci-device-alias",
              "{\"vendor_id\": \"10de\", \"product_id\": \"26b9\", \"name\": \"gpu\"}");

  private static final Map<String, String> ALL_PORTS = Map.of("assay.inspector.add-ports", "all");

  private BenchmarkHooks() {}

  /** A pipeline of all of them, which adds all ports. */
  static Pipeline all() {
    var config =
        new SmallRyeConfigBuilder()
            .addDefaultInterceptors()
            .addDiscoveredConverters()
            .withSources(new PropertiesConfigSource(OPTIONS, "bench", 100))
            .withSources(new PropertiesConfigSource(ALL_PORTS, "ports", 100))
            .withMapping(HookConfig.class)
            .withMapping(RedfishHookConfig.class)
            .build();
    return Pipelines.of(
            config.getConfigMapping(HookConfig.class),
            config.getConfigMapping(RedfishHookConfig.class),
            Hooks.installed(),
            Tracing.OFF)
        .of("agent");
  }
}
