package dev.assay.conductor.hook;

import dev.assay.error.ErrorCode;
import dev.assay.hook.Changes;
import dev.assay.hook.HookInput;
import dev.assay.hook.InspectionHook;
import dev.assay.inspection.InspectionFailure;
import dev.assay.inspection.InspectorConfig;
import dev.assay.inspection.Trace;
import dev.assay.inspection.Trace.HookRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Runs the configured hooks over the data of one inspection: first {@code preprocess} of all, with
 * every failure collected, then {@code process} of each until one fails. Holds nothing of an
 * inspection; used by many threads. Source: spec hooks.md 1.
 */
public final class HookPipeline {
  private static final Logger LOG = Logger.getLogger(HookPipeline.class);
  private static final int SHOWN = 4000;

  private final List<InspectionHook> hooks;

  private HookPipeline(List<InspectionHook> hooks) {
    this.hooks = hooks;
  }

  /** Of the hooks installed; IllegalArgumentException when the configured list makes no sense. */
  public static HookPipeline of(InspectorConfig config) {
    return of(config, Hooks.installed());
  }

  /** As above, of {@code known} hooks. */
  static HookPipeline of(InspectorConfig config, Hooks known) {
    return new HookPipeline(HookList.read(config, known));
  }

  /** The names of the hooks, in the order they run. */
  public List<String> names() {
    return hooks.stream().map(InspectionHook::name).toList();
  }

  /**
   * Runs all hooks. What they change is in {@code out} and counts only when they are done. Any
   * exception but OutOfMemoryError is a failure of this inspection and no other.
   */
  public HookOutcome run(HookInput in, Changes out) {
    var runs = new ArrayList<HookRun>();
    var failures = new ArrayList<Failure>();
    for (var hook : hooks) {
      attempt(hook, Part.PREPROCESS, in, out, runs).ifPresent(failures::add);
    }
    if (!failures.isEmpty()) {
      return new HookOutcome.Failed(
          failures.getFirst().code(), together(failures, in), new Trace(runs));
    }
    for (var hook : hooks) {
      var failure = attempt(hook, Part.PROCESS, in, out, runs);
      if (failure.isPresent()) {
        return new HookOutcome.Failed(
            failure.get().code(), failure.get().inProcess(in), new Trace(runs));
      }
    }
    return new HookOutcome.Done(new Trace(runs));
  }

  private static Optional<Failure> attempt(
      InspectionHook hook, Part part, HookInput in, Changes out, List<HookRun> runs) {
    var begun = System.nanoTime();
    Optional<Failure> failure = Optional.empty();
    try {
      part.run(hook, in, out);
    } catch (OutOfMemoryError e) {
      throw e; // the process is ill, not this inspection
    } catch (Throwable e) {
      failure = Optional.of(Failure.of(hook, part, e));
    }
    runs.add(
        new HookRun(
            hook.name(),
            part.label,
            (System.nanoTime() - begun) / 1000,
            out.takeSaid(),
            out.takeWarnings(),
            failure.map(Failure::text).orElse(null)));
    return failure;
  }

  private static String together(List<Failure> failures, HookInput in) {
    return failures.stream()
        .map(Failure::inPreprocess)
        .collect(
            Collectors.joining(
                "\n",
                "The following failures happened while running preprocess hooks for node %s:\n"
                    .formatted(in.node()),
                ""));
  }

  private enum Part {
    PREPROCESS("preprocess") {
      @Override
      void run(InspectionHook hook, HookInput in, Changes out) {
        hook.preprocess(in, out);
      }
    },
    PROCESS("process") {
      @Override
      void run(InspectionHook hook, HookInput in, Changes out) {
        hook.process(in, out);
      }
    };

    private final String label;

    Part(String label) {
      this.label = label;
    }

    abstract void run(InspectionHook hook, HookInput in, Changes out);
  }

  /** {@code crash} is the exception's class when the hook did not fail deliberately. */
  private record Failure(String hook, ErrorCode code, String text, Optional<String> crash) {
    static Failure of(InspectionHook hook, Part part, Throwable thrown) {
      if (thrown instanceof InspectionFailure deliberate) {
        return new Failure(hook.name(), deliberate.code(), deliberate.sentence(), Optional.empty());
      }
      LOG.errorf(thrown, "Hook %s crashed in %s.", hook.name(), part.label);
      return new Failure(
          hook.name(),
          ErrorCode.HOOK_FAILED,
          Texts.shortened(String.valueOf(thrown.getMessage()), SHOWN),
          Optional.of(thrown.getClass().getSimpleName()));
    }

    String inPreprocess() {
      return crash
          .map(
              name ->
                  "Unexpected exception %s during preprocess hook %s: %s"
                      .formatted(name, hook, text))
          .orElseGet(() -> "Error in preprocess hook %s: %s".formatted(hook, text));
    }

    String inProcess(HookInput in) {
      return crash
          .map(
              name ->
                  "Unexpected exception %s during processing for node: %s. Error: %s"
                      .formatted(name, in.node(), text))
          .orElse(text);
    }
  }
}
