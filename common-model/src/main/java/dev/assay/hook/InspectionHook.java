package dev.assay.hook;

import java.util.List;

/**
 * One step of looking at what a ramdisk sent. A hook is found by {@link java.util.ServiceLoader},
 * made once a process, and used by many threads: it keeps no state. It gets values and gives
 * values: the pipeline commits its changes, all or none. An exception fails this one inspection;
 * throw {@link dev.assay.inspection.InspectionFailure} to say why. Source: spec hooks.md 1.
 */
public interface InspectionHook {
  /** With dashes, as configured: "validate-interfaces". */
  String name();

  /** The hooks that must stand earlier in the configured list. */
  default List<String> after() {
    return List.of();
  }

  /** Runs before {@link #process} of any hook, to judge the data and to leave facts. */
  default void preprocess(HookInput in, Changes out) {}

  /** Says what changes. */
  default void process(HookInput in, Changes out) {}
}
