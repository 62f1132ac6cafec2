package dev.assay.plugin;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;

/** Plug-ins: jars that add hooks, and operators and actions of rules. See docs/extending.md. */
@ConfigMapping(prefix = "assay.plugins")
public interface PluginConfig {
  /**
   * The folder whose files {@code *.jar} are loaded at start; its subfolders are not looked into,
   * and it need not exist. A relative path starts in the working directory of the process, as that
   * of {@code config/application.properties} does. Own option.
   */
  @WithDefault("plugins")
  Path folder();
}
