package dev.assay.conductor.hook;

import dev.assay.error.ErrorCode;
import dev.assay.hook.ChangeSet;
import dev.assay.hook.Changes;
import dev.assay.hook.HookConfig;
import dev.assay.hook.HookInput;
import dev.assay.hook.InspectionHook;
import dev.assay.hook.Texts;
import dev.assay.inspection.InspectionFailure;
import dev.assay.inspection.Trace.HookRun;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Runs the configured hooks over the data of one inspection: first {@code preprocess} of all, with
 * every failure collected, then {@code process} of each until one fails or takes too long. Holds
 * nothing of an inspection; used by many threads. Source: spec hooks.md 1.
 */
public final class HookPipeline {
  private static final Logger LOG = Logger.getLogger(HookPipeline.class);
  private static final int SHOWN = 4000;

  private final List<Listed> hooks;
  private final HookThreads threads;

  private HookPipeline(List<Listed> hooks, HookThreads threads) {
    this.hooks = hooks;
    this.threads = threads;
  }

  /** A hook with what it was asked for at start: code of others is not called unguarded later. */
  private record Listed(String name, boolean compares, InspectionHook hook) {}

  /**
   * Of those of {@code known} that are listed, each with its options; IllegalArgumentException when
   * the list or an option makes no sense.
   */
  static HookPipeline of(HookList list, Hooks known, HookConfig config, HookThreads threads) {
    return new HookPipeline(
        list.find(known).stream().map(hook -> configured(hook, config)).toList(), threads);
  }

  private static Listed configured(InspectionHook hook, HookConfig config) {
    try {
      var ready = Objects.requireNonNull(hook.configured(config), "configured() gave null");
      return new Listed(hook.name(), ready.comparesWithPrevious(), ready);
    } catch (RuntimeException | LinkageError e) {
      throw new IllegalArgumentException(
          "Hook %s cannot work with its options: %s".formatted(hook.name(), e.getMessage()), e);
    }
  }

  /** The names of the hooks, in the order they run. */
  public List<String> names() {
    return hooks.stream().map(Listed::name).toList();
  }

  /** Whether one of them looks at the inventory of the node's last good inspection. */
  public boolean comparesWithPrevious() {
    return hooks.stream().anyMatch(Listed::compares);
  }

  /**
   * Runs all hooks. What they change is in {@code out} and counts only when they are done. Any
   * exception but OutOfMemoryError is a failure of this inspection and no other.
   */
  public HookOutcome run(HookInput in, ChangeSet out) {
    return threads.run(progress -> run(in, out, progress));
  }

  private HookOutcome run(HookInput in, ChangeSet out, Progress progress) {
    var failures = new ArrayList<Failure>();
    for (var hook : hooks) {
      attempt(hook, Part.PREPROCESS, in, out, progress).ifPresent(failures::add);
    }
    if (!failures.isEmpty()) {
      return new HookOutcome.Failed(
          failures.getFirst().code(), together(failures, in), progress.trace());
    }
    for (var hook : hooks) {
      var failure = attempt(hook, Part.PROCESS, in, out, progress);
      if (failure.isPresent()) {
        return new HookOutcome.Failed(
            failure.get().code(), failure.get().inProcess(in), progress.trace());
      }
    }
    return new HookOutcome.Done(progress.trace());
  }

  private Optional<Failure> attempt(
      Listed listed, Part part, HookInput in, ChangeSet out, Progress progress) {
    progress.begin(listed.name(), part.label);
    var begun = System.nanoTime();
    var step = out.step();
    Optional<Failure> failure = Optional.empty();
    try {
      if (threads.refuses(listed.name())) {
        throw stillOut(listed);
      }
      part.run(listed.hook(), in, step);
    } catch (OutOfMemoryError e) {
      failure = Optional.of(Failure.of(listed, part, e));
      throw e; // the process is ill, not this inspection
    } catch (Throwable e) {
      failure = Optional.of(Failure.of(listed, part, e));
    } finally {
      step.close();
      var micros = (System.nanoTime() - begun) / 1000;
      var text = failure.map(Failure::text).orElse(null);
      var run = new HookRun(listed.name(), part.label, micros, step.said(), step.warnings(), text);
      if (!progress.end(run)) {
        threads.cameBack(listed.name());
      }
    }
    return failure;
  }

  private static InspectionFailure stillOut(Listed listed) {
    return new InspectionFailure(
        ErrorCode.HOOK_TIMEOUT,
        "Hook %s is not run: earlier runs of it have not come back. Restart the conductor, or take it out of the list of hooks."
            .formatted(listed.name()));
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
    /** Whatever was thrown: its methods may be those of a plug-in. */
    static Failure of(Listed listed, Part part, Throwable thrown) {
      if (thrown instanceof InspectionFailure deliberate) {
        var code = Objects.requireNonNullElse(deliberate.code(), ErrorCode.HOOK_FAILED);
        return new Failure(listed.name(), code, text(deliberate), Optional.empty());
      }
      var text = text(thrown);
      var type = thrown.getClass().getSimpleName();
      LOG.errorf(
          "Hook %s crashed in %s: %s: %s%s", listed.name(), part.label, type, text, at(thrown));
      return new Failure(listed.name(), ErrorCode.HOOK_FAILED, text, Optional.of(type));
    }

    private static String text(Throwable thrown) {
      try {
        return Texts.shortened(String.valueOf(thrown.getMessage()), SHOWN);
      } catch (RuntimeException | StackOverflowError _) {
        return "its message cannot be read";
      }
    }

    /** The first lines of the stack; one that calls itself for ever has thousands. */
    private static String at(Throwable thrown) {
      return Arrays.stream(thrown.getStackTrace())
          .limit(30)
          .map(line -> "\n\tat " + line)
          .collect(Collectors.joining());
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
                  "Unexpected exception %s during processing for node: %s. Error: hook %s: %s"
                      .formatted(name, in.node(), hook, text))
          .orElse(text);
    }
  }
}
