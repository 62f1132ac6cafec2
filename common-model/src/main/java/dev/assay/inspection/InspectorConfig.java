package dev.assay.inspection;

import dev.assay.hook.PortPolicy;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.util.List;

/** How machines are inspected. Names as in Ironic's [inspector]. */
@ConfigMapping(prefix = "assay.inspector")
public interface InspectorConfig {
  /** What {@code $default_hooks} stands for in {@code hooks}. */
  @WithDefault("ramdisk-error,validate-interfaces,ports,architecture")
  List<String> defaultHooks();

  /** The hooks to run, in order; with braces, write a backslash before the dollar sign. */
  @WithDefault("$default_hooks")
  List<String> hooks();

  /** Which interfaces become ports. */
  @WithDefault("pxe")
  PortPolicy.Add addPorts();

  /** Which existing ports stay. */
  @WithDefault("all")
  PortPolicy.Keep keepPorts();

  /** Set pxe_enabled on every port to whether the machine booted from it. */
  @WithDefault("true")
  boolean updatePxeEnabled();

  /** Refuse to inspect nodes that the service cannot boot by itself. */
  @WithDefault("true")
  boolean requireManagedBoot();

  /** Power machines off after inspection. */
  @WithDefault("true")
  boolean powerOff();

  /** What becomes of an inspection whose conductor died while processing it. Own option. */
  @WithDefault("resume")
  Interrupted interrupted();

  /** See {@link #interrupted}. */
  enum Interrupted {
    /** Another conductor does it again; nothing was changed yet. */
    RESUME,
    /** It fails, for the operator to decide. */
    FAIL
  }
}
