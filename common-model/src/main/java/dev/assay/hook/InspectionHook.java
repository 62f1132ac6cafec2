package dev.assay.hook;

import java.util.List;

/**
 * One step of looking at what a ramdisk sent. A hook is found by {@link java.util.ServiceLoader},
 * made once a process, and used by many threads: it keeps nothing of an inspection. It gets values
 * and gives values: the pipeline commits its changes, all or none. An exception fails this one
 * inspection, and so does a hook that takes longer than {@code assay.inspector.hook-timeout}; throw
 * {@link dev.assay.inspection.InspectionFailure} to say why. Source: spec hooks.md 1.
 */
public interface InspectionHook {
  /** Lower case with dashes, as configured: "validate-interfaces". */
  String name();

  /** The hooks that must stand earlier in the configured list. */
  default List<String> after() {
    return List.of();
  }

  /**
   * This hook with its options, called once at start; IllegalArgumentException stops the start and
   * says which option makes no sense.
   */
  default InspectionHook configured(HookConfig config) {
    return this;
  }

  /** Whether it looks at {@link HookInput#previous}, which costs reading it. */
  default boolean comparesWithPrevious() {
    return false;
  }

  /** Runs before {@link #process} of any hook, to judge the data and to leave facts. */
  default void preprocess(HookInput in, Changes out) {}

  /** Says what changes. */
  default void process(HookInput in, Changes out) {}
}
