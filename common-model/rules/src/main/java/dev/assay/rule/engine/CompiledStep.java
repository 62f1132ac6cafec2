package dev.assay.rule.engine;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.rule.Arguments;
import dev.assay.rule.argument.BoundArguments;
import dev.assay.rule.definition.Loop;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A compiled condition or action: what both have in common.
 *
 * @param place position in the rule: "conditions[0]"
 * @param op operator or action name for messages
 * @param arguments null when the step is broken
 * @param broken why it cannot run at all; null when it can
 * @param problems why a submitted rule must be rejected; some of them appear only when the step
 *     runs
 * @param warnings parts that can never work, although the rule is accepted
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

  /**
   * A step whose operator or action cannot be used. {@code refused} is the error when a rule is
   * submitted, {@code broken} the error when a stored rule runs.
   */
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
   * Returns the result of {@code compile}, or a broken step when it throws anything but
   * OutOfMemoryError: a faulty plug-in must not affect other rules.
   */
  static CompiledStep guarded(String place, String op, Supplier<CompiledStep> compile) {
    try {
      return compile.get();
    } catch (OutOfMemoryError e) {
      throw e; // a failure of the process, not of this rule
    } catch (Throwable e) {
      var where = new IllegalStateException(e.getClass().getName()); // no message: may be secret
      where.setStackTrace(
          Arrays.stream(e.getStackTrace()).limit(30).toArray(StackTraceElement[]::new));
      LOG.errorf(where, "%s crashed in %s when a rule was compiled.", op, place);
      var why = "%s crashed when the rule was compiled: %s".formatted(op, e.getClass().getName());
      return broken(place, op, why, why);
    }
  }

  /** A step with a known operator or action. */
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
      return new CompiledStep(
          place,
          op,
          new Loop.None(),
          null,
          why,
          List.of("%s %s: %s".formatted(place, op, why)),
          List.of());
    }
  }

  /** The same step, with one more problem if {@code check} rejects its arguments. */
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

  /**
   * The arguments.
   *
   * @throws IllegalArgumentException when the step is broken
   */
  BoundArguments require() {
    if (arguments == null) {
      throw new IllegalArgumentException(broken);
    }
    return arguments;
  }
}
