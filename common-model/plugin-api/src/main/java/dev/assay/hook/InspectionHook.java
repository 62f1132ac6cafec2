package dev.assay.hook;

import java.util.List;

/**
 * The interface of inspection hooks; each is one step of processing the data that a ramdisk sent.
 * {@link java.util.ServiceLoader} loads hooks; there is one instance per process, used by many
 * threads, so a hook keeps no data of an inspection. It receives values and returns values: the
 * pipeline commits its changes, all or none. An exception fails only this inspection, and so does a
 * hook that takes longer than {@code assay.inspector.hook-timeout}; throw {@link
 * dev.assay.error.InspectionFailure} to give a reason. Source: spec hooks.md 1.
 */
public interface InspectionHook {
  /** Returns the name used in the configuration, lower case with dashes: "validate-interfaces". */
  String name();

  /** Returns the hooks that must come earlier in the configured list. */
  default List<String> after() {
    return List.of();
  }

  /**
   * Returns this hook with its options, called at startup once for each list of hooks that names
   * it; an IllegalArgumentException stops the start, and its message tells which option is invalid.
   */
  default InspectionHook configured(HookConfig config) {
    return this;
  }

  /** Whether the hook uses {@link HookInput#previous}, which has to be read from the database. */
  default boolean comparesWithPrevious() {
    return false;
  }

  /** Runs before {@link #process} of any hook, to validate the data and to store facts. */
  default void preprocess(HookInput in, Changes out) {}

  /** Makes the changes. */
  default void process(HookInput in, Changes out) {}
}
