package dev.assay.conductor.pipeline;

import dev.assay.change.ChangeSet;
import dev.assay.conductor.pipeline.Progress.HookPart;
import dev.assay.error.ErrorCode;
import dev.assay.error.InspectionFailure;
import dev.assay.error.ShortText;
import dev.assay.hook.Changes;
import dev.assay.hook.HookConfig;
import dev.assay.hook.HookInput;
import dev.assay.hook.InspectionHook;
import dev.assay.inspection.Trace.HookRun;
import dev.assay.rule.Phase;
import dev.assay.rule.engine.RuleOutcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Runs the configured hooks and the rules on the data of one inspection: {@code preprocess} of all
 * hooks, collecting every failure, and the rules of that phase; then {@code process} of all hooks
 * and the rules of phase main. A failure or timeout ends the run. Keeps no state of an inspection;
 * safe for use by several threads. Source: spec hooks.md 1, rules.md 3.
 */
public final class Pipeline {
  private static final Logger LOG = Logger.getLogger(Pipeline.class);
  private static final int MAX_SHOWN = 4000;
  private static final int MAX_CAUSES = 5;

  private final List<Listed> hooks;
  private final WatchedThreads threads;

  private Pipeline(List<Listed> hooks, WatchedThreads threads) {
    this.hooks = hooks;
    this.threads = threads;
  }

  /** A hook with values read from it at startup: plug-in code is not called unguarded later. */
  private record Listed(String name, boolean compares, InspectionHook hook) {}

  /**
   * The listed hooks among {@code known}, each with its options; throws IllegalArgumentException
   * when the list or an option is invalid.
   */
  static Pipeline of(HookList list, Hooks known, HookConfig config, WatchedThreads threads) {
    return new Pipeline(
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

  /** Whether a hook needs the inventory of the node's last successful inspection. */
  public boolean comparesWithPrevious() {
    return hooks.stream().anyMatch(Listed::compares);
  }

  /**
   * Runs all hooks and rules. Their changes are in {@code out} and {@code rules}, and count only
   * when the outcome is Done. Any exception but OutOfMemoryError fails this inspection and no
   * other.
   */
  public PipelineOutcome run(HookInput in, ChangeSet out, RulePhases rules) {
    return threads.run(progress -> run(in, out, rules, progress));
  }

  private PipelineOutcome run(HookInput in, ChangeSet out, RulePhases rules, Progress progress) {
    return preprocess(in, out, progress)
        .or(() -> run(rules, Phase.PREPROCESS, out, progress))
        .or(() -> process(in, out, progress))
        .or(() -> run(rules, Phase.MAIN, out, progress))
        .<PipelineOutcome>map(failed -> failed)
        .orElseGet(() -> new PipelineOutcome.Done(progress.trace()));
  }

  private Optional<PipelineOutcome.Failed> preprocess(
      HookInput in, ChangeSet out, Progress progress) {
    var failures = new ArrayList<Failure>();
    for (var hook : hooks) {
      attempt(hook, Part.PREPROCESS, in, out, progress).ifPresent(failures::add);
    }
    return failures.stream()
        .findFirst()
        .map(
            first ->
                new PipelineOutcome.Failed(first.code(), summary(failures, in), progress.trace()));
  }

  private Optional<PipelineOutcome.Failed> process(HookInput in, ChangeSet out, Progress progress) {
    for (var hook : hooks) {
      var failure = attempt(hook, Part.PROCESS, in, out, progress);
      if (failure.isPresent()) {
        return failure.map(
            it -> new PipelineOutcome.Failed(it.code(), it.inProcess(in), progress.trace()));
      }
    }
    return Optional.empty();
  }

  private Optional<PipelineOutcome.Failed> run(
      RulePhases rules, Phase phase, ChangeSet out, Progress progress) {
    try {
      return switch (rules.run(phase, out, new WatchedRules(threads, progress))) {
        case RuleOutcome.Done _ -> Optional.empty();
        case RuleOutcome.Failed failed ->
            Optional.of(
                new PipelineOutcome.Failed(failed.code(), failed.sentence(), progress.trace()));
      };
    } catch (InspectionFailure e) { // the rule must not start
      return Optional.of(new PipelineOutcome.Failed(e.code(), e.sentence(), progress.trace()));
    }
  }

  private Optional<Failure> attempt(
      Listed listed, Part part, HookInput in, ChangeSet out, Progress progress) {
    var work = new HookPart(listed.name(), part.label);
    progress.begin(work);
    var begun = System.nanoTime();
    var step = out.step();
    Optional<Failure> failure = Optional.empty();
    try {
      threads.admit(work);
      part.run(listed.hook(), in, step);
    } catch (OutOfMemoryError e) {
      failure = Optional.of(Failure.of(listed, part, e));
      throw e; // a failure of the process, not of this inspection
    } catch (Throwable e) {
      failure = Optional.of(Failure.of(listed, part, e));
    } finally {
      step.close();
      var micros = (System.nanoTime() - begun) / 1000;
      var text = failure.map(Failure::text).orElse(null);
      progress.end(
          new HookRun(listed.name(), part.label, micros, step.said(), step.warnings(), text));
    }
    return failure;
  }

  private static String summary(List<Failure> failures, HookInput in) {
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

  /** {@code crash} is the exception's class when the hook failed unexpectedly. */
  private record Failure(String hook, ErrorCode code, String text, Optional<String> crash) {
    /** Accepts any exception; its methods may be code of a plug-in. */
    static Failure of(Listed listed, Part part, Throwable thrown) {
      if (thrown instanceof InspectionFailure deliberate) {
        var code = Objects.requireNonNullElse(deliberate.code(), ErrorCode.HOOK_FAILED);
        cause(deliberate)
            .ifPresent(
                cause ->
                    LOG.warnf(
                        "Hook %s failed in %s because of %s: %s%s",
                        listed.name(),
                        part.label,
                        cause.getClass().getName(),
                        text(cause),
                        stack(cause)));
        return new Failure(listed.name(), code, text(deliberate), Optional.empty());
      }
      var text = text(thrown);
      var type = thrown.getClass().getSimpleName();
      LOG.errorf(
          "Hook %s crashed in %s: %s: %s%s", listed.name(), part.label, type, text, stack(thrown));
      return new Failure(listed.name(), ErrorCode.HOOK_FAILED, text, Optional.of(type));
    }

    private static String text(Throwable thrown) {
      try {
        return ShortText.shortened(String.valueOf(thrown.getMessage()), MAX_SHOWN);
      } catch (RuntimeException | StackOverflowError _) {
        return "its message cannot be read";
      }
    }

    /**
     * The first lines of the stack trace, that of an endless recursion has thousands; and causes.
     */
    private static String stack(Throwable thrown) {
      var lines = new StringBuilder();
      var cause = Optional.of(thrown);
      for (int depth = 0; depth < MAX_CAUSES && cause.isPresent(); depth++) {
        var each = cause.get();
        if (depth > 0) {
          lines.append("\nCaused by: ").append(each.getClass().getName());
          lines.append(": ").append(text(each));
        }
        Arrays.stream(each.getStackTrace())
            .limit(30)
            .forEach(line -> lines.append("\n\tat ").append(line));
        cause = cause(each);
      }
      return lines.toString();
    }

    private static Optional<Throwable> cause(Throwable thrown) {
      try {
        return Optional.ofNullable(thrown.getCause());
      } catch (RuntimeException | StackOverflowError _) {
        return Optional.empty();
      }
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
