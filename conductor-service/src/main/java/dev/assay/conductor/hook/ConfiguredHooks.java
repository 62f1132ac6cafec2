package dev.assay.conductor.hook;

import dev.assay.inspection.InspectorConfig;
import io.quarkus.runtime.Startup;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Makes the pipeline before the conductor registers: a list that makes no sense stops it. */
@Startup(50)
@Singleton
final class ConfiguredHooks {
  private final HookPipeline pipeline;

  ConfiguredHooks(InspectorConfig config) {
    pipeline = HookPipeline.of(config);
  }

  @Produces
  @Singleton
  HookPipeline pipeline() {
    return pipeline;
  }
}
