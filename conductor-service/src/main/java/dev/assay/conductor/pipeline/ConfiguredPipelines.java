package dev.assay.conductor.pipeline;

import dev.assay.hook.HookConfig;
import dev.assay.plugin.Plugins;
import dev.assay.tracing.Tracing;
import io.quarkus.runtime.Startup;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * Creates the pipelines before the conductor registers; an invalid list of hooks stops the startup.
 */
@Startup(50)
@Singleton
final class ConfiguredPipelines {
  /** Uses a category that logs INFO in every way of running. */
  private static final Logger LOG = Logger.getLogger(Plugins.class);

  private final Pipelines pipelines;

  ConfiguredPipelines(
      HookConfig config, RedfishHookConfig redfish, Plugins plugins, Tracing tracing) {
    var hooks = Hooks.installed(plugins);
    try {
      pipelines = Pipelines.of(config, redfish, hooks, tracing);
    } catch (IllegalArgumentException e) {
      LOG.debug("What is wrong with the hooks:", e);
      // Only the message of this exception is printed, without a long stack trace.
      throw new ConfigurationException(e.getMessage());
    }
    hooks.byPlugin().forEach((jar, names) -> log(jar, names, pipelines.names()));
  }

  @Produces
  @Singleton
  Pipelines pipelines() {
    return pipelines;
  }

  private static void log(String jar, List<String> names, Set<String> running) {
    var idle = names.stream().filter(name -> !running.contains(name)).toList();
    LOG.infof(
        "Plug-in %s: hooks %s%s.",
        jar,
        String.join(", ", names),
        idle.isEmpty()
            ? ""
            : "; in no list of hooks, so not run: %s (add to assay.inspector.hooks)"
                .formatted(String.join(", ", idle)));
  }
}
