package dev.assay.conductor.pipeline;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.List;

/** Which hooks run on what a BMC reported over Redfish. Names as in Ironic's [redfish]. */
@ConfigMapping(prefix = "assay.redfish")
public interface RedfishHookConfig {
  /** What {@code $default_inspection_hooks} stands for in {@code inspection-hooks}. */
  @WithDefault("validate-interfaces,ports,architecture")
  List<String> defaultInspectionHooks();

  /** The hooks to run, in order. */
  @WithDefault("$default_inspection_hooks")
  List<String> inspectionHooks();
}
