package dev.assay.conductor.pipeline;

import dev.assay.hook.HookConfig;
import dev.assay.plugin.Plugins;
import io.quarkus.runtime.Startup;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import org.jboss.logging.Logger;

/** Makes the pipelines before the conductor registers: a list that makes no sense stops it. */
@Startup(50)
@Singleton
final class ConfiguredPipelines {
  /** Of a category that says INFO in every way of running. */
  private static final Logger LOG = Logger.getLogger(Plugins.class);

  private final Pipelines pipelines;

  ConfiguredPipelines(HookConfig config, RedfishHookConfig redfish, Plugins plugins) {
    var hooks = Hooks.installed(plugins);
    try {
      pipelines = Pipelines.of(config, redfish, hooks);
    } catch (IllegalArgumentException e) {
      LOG.debug("What is wrong with the hooks:", e);
      // Of this exception the sentence is printed, and not a hundred lines of stack around it.
      throw new ConfigurationException(e.getMessage());
    }
    hooks.byPlugin().forEach((jar, names) -> tell(jar, names, pipelines.names()));
  }

  @Produces
  @Singleton
  Pipelines pipelines() {
    return pipelines;
  }

  private static void tell(String jar, List<String> names, Set<String> running) {
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
