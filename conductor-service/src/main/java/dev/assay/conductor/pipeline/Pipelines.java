package dev.assay.conductor.pipeline;

import dev.assay.hook.HookConfig;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The hooks to run, by inspect interface: data of a BMC are looked at by a list of their own.
 * Source: spec hooks.md 1.4.
 */
public final class Pipelines {
  private final Pipeline ramdisk;
  private final Map<String, Pipeline> others;

  private Pipelines(Pipeline ramdisk, Map<String, Pipeline> others) {
    this.ramdisk = ramdisk;
    this.others = Map.copyOf(others);
  }

  /** Both lists, checked; IllegalArgumentException when one makes no sense. */
  public static Pipelines of(HookConfig config, RedfishHookConfig redfish, Hooks known) {
    refuseOptionsOfNobody(config, known);
    var threads = new WatchedThreads(config.hookTimeout());
    return new Pipelines(
        Pipeline.of(HookList.ofRamdisk(config), known, config, threads),
        Map.of("redfish", Pipeline.of(HookList.ofRedfish(redfish), known, config, threads)));
  }

  private static void refuseOptionsOfNobody(HookConfig config, Hooks known) {
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

  /** For data that came by {@code inspectInterface}. */
  public Pipeline of(String inspectInterface) {
    return others.getOrDefault(inspectInterface, ramdisk);
  }
}
