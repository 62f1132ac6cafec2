package dev.assay.inspection;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was done to the data of one inspection: the hooks in the order they ran. */
public record Trace(List<HookRun> hooks) {
  /** Nothing ran. */
  public static final Trace EMPTY = new Trace(List.of());

  public Trace {
    hooks = List.copyOf(hooks);
  }

  /**
   * One part of one hook.
   *
   * @param hook its name
   * @param part "preprocess" or "process"
   * @param micros wall clock, microseconds
   * @param changes one sentence each, what it changed
   * @param warnings one sentence each
   * @param failure why it failed; null when it did not
   */
  public record HookRun(
      String hook,
      String part,
      long micros,
      List<String> changes,
      List<String> warnings,
      @Nullable String failure) {
    public HookRun {
      changes = List.copyOf(changes);
      warnings = List.copyOf(warnings);
    }
  }
}
