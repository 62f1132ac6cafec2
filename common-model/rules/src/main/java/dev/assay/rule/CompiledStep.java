package dev.assay.rule;

import dev.assay.rule.definition.Loop;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.rule.argument.Arguments;
import dev.assay.rule.argument.BoundArguments;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * What conditions and actions have in common when compiled.
 *
 * @param place "conditions[0]"
 * @param op as it is known
 * @param arguments null when the step is broken
 * @param broken why it cannot run at all; null when it can
 * @param problems why the rule must be refused; some show only when the step runs
 * @param warnings what in it can never work, although the rule is taken
 */
record CompiledStep(
    String place,
    String op,
    Loop loop,
    @Nullable BoundArguments arguments,
    @Nullable String broken,
    List<String> problems,
    List<String> warnings) {
  private static final Logger LOG = Logger.getLogger(CompiledStep.class);

  /** One whose operator or action cannot be used: {@code refused} at the door, else it fails. */
  static CompiledStep broken(String place, String op, String broken, String refused) {
    return new CompiledStep(
        place,
        op,
        new Loop.None(),
        null,
        broken,
        List.of("%s: %s".formatted(place, refused)),
        List.of());
  }

  /**
   * What {@code compile} gives; broken when it throws, whatever that is: it may be the doing of a
   * plug-in, and is no matter of other rules.
   */
  static CompiledStep guarded(String place, String op, Supplier<CompiledStep> compile) {
    try {
      return compile.get();
    } catch (OutOfMemoryError e) {
      throw e; // the process is ill, not this rule
    } catch (Throwable e) {
      var where = new IllegalStateException(e.getClass().getName()); // no message: it may tell
      where.setStackTrace(
          Arrays.stream(e.getStackTrace()).limit(30).toArray(StackTraceElement[]::new));
      LOG.errorf(where, "%s crashed in %s when a rule was compiled.", op, place);
      var why = "%s crashed when the rule was compiled: %s".formatted(op, e.getClass().getName());
      return broken(place, op, why, why);
    }
  }

  /** One of a known operator or action. */
  static CompiledStep of(
      String place, String op, Arguments declared, JsonNode args, @Nullable JsonNode written) {
    try {
      var loop = Loop.of(written);
      var arguments = new BoundArguments(declared, args, loop.repeats());
      var problems = new ArrayList<String>();
      arguments.problems().forEach(why -> problems.add("%s %s: %s".formatted(place, op, why)));
      var warnings = new ArrayList<String>();
      loop.problem().ifPresent(why -> warnings.add("%s %s: loop: %s".formatted(place, op, why)));
      arguments.warnings().forEach(why -> warnings.add("%s %s: %s".formatted(place, op, why)));
      return new CompiledStep(place, op, loop, arguments, null, problems, warnings);
    } catch (IllegalArgumentException e) {
      var why = String.valueOf(e.getMessage());
      return broken("%s %s".formatted(place, op), op, why, why);
    }
  }

  /** The same, refused if {@code check} refuses its arguments. */
  CompiledStep checked(Consumer<BoundArguments> check) {
    if (arguments == null) {
      return this;
    }
    try {
      check.accept(arguments);
      return this;
    } catch (IllegalArgumentException e) {
      var refused = new ArrayList<>(problems);
      refused.add("%s %s: %s".formatted(place, op, e.getMessage()));
      return new CompiledStep(place, op, loop, arguments, null, refused, warnings);
    }
  }

  /** The arguments; IllegalArgumentException when it is broken. */
  BoundArguments require() {
    if (arguments == null) {
      throw new IllegalArgumentException(broken);
    }
    return arguments;
  }
}
