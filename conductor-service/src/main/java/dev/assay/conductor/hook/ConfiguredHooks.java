package dev.assay.conductor.hook;

import dev.assay.hook.HookConfig;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Makes the pipelines before the conductor registers: a list that makes no sense stops it. */
@Startup(50)
@Singleton
final class ConfiguredHooks {
  private final HookPipelines pipelines;

  ConfiguredHooks(HookConfig config, RedfishHookConfig redfish) {
    pipelines = HookPipelines.of(config, redfish, Hooks.installed());
  }

  @Produces
  @Singleton
  HookPipelines pipelines() {
    return pipelines;
  }
}
