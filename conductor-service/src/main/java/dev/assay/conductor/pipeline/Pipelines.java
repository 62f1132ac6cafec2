package dev.assay.conductor.pipeline;

import dev.assay.hook.HookConfig;
import dev.assay.inspection.Inspection;
import dev.assay.tracing.Tracing;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The pipelines by inspect interface: data from a BMC have their own list of hooks. Source: spec
 * hooks.md 1.4.
 */
public final class Pipelines {
  private final Pipeline ramdisk;
  private final Map<String, Pipeline> others;

  private Pipelines(Pipeline ramdisk, Map<String, Pipeline> others) {
    this.ramdisk = ramdisk;
    this.others = Map.copyOf(others);
  }

  /** Both pipelines; throws IllegalArgumentException when a list or an option is invalid. */
  public static Pipelines of(
      HookConfig config, RedfishHookConfig redfish, Hooks known, Tracing tracing) {
    refuseUnknownOptions(config, known);
    var threads = new WatchedThreads(config.hookTimeout(), tracing);
    return new Pipelines(
        Pipeline.of(HookList.ofRamdisk(config), known, config, threads),
        ofBmcs(Pipeline.of(HookList.ofRedfish(redfish), known, config, threads)));
  }

  private static Map<String, Pipeline> ofBmcs(Pipeline pipeline) {
    return Inspection.BMC_INTERFACES.stream()
        .collect(Collectors.toUnmodifiableMap(name -> name, _ -> pipeline));
  }

  private static void refuseUnknownOptions(HookConfig config, Hooks known) {
    for (var hook : config.hookOptions().keySet()) {
      if (known.find(hook).isEmpty()) {
        throw new IllegalArgumentException(
            "assay.inspector.hook-options.%s: there is no hook of that name. Known hooks: %s."
                .formatted(hook, known.described()));
      }
    }
  }

  /** The names of all hooks that run on data of any kind. */
  Set<String> names() {
    return Stream.concat(Stream.of(ramdisk), others.values().stream())
        .flatMap(pipeline -> pipeline.names().stream())
        .collect(Collectors.toSet());
  }

  /** The pipeline for data that came through {@code inspectInterface}. */
  public Pipeline of(String inspectInterface) {
    return others.getOrDefault(inspectInterface, ramdisk);
  }
}
