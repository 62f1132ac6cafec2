package dev.assay.rule.action;

import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.rule.Argument;
import dev.assay.rule.ArgumentType;
import dev.assay.rule.ArgumentValues;
import dev.assay.rule.Arguments;
import dev.assay.rule.RuleAction;
import dev.assay.rule.RuleScope;
import dev.assay.rule.RuleScope.Level;
import dev.assay.rule.Value;
import java.util.Locale;

/** Writes to the log. Source: spec rules.md 10, log. */
public final class Log implements RuleAction {
  private static final Argument<String> MESSAGE = Argument.required("msg", ArgumentType.TEXT);
  private static final Argument<Level> LEVEL =
      Argument.optional("level", ArgumentType.of(Log::level), TextNode.valueOf("info"));

  @Override
  public String name() {
    return "log";
  }

  @Override
  public Arguments arguments() {
    return Arguments.of(MESSAGE, LEVEL);
  }

  @Override
  public boolean early() {
    return true;
  }

  @Override
  public String attempt(ArgumentValues given) {
    return "log " + given.shown(MESSAGE);
  }

  @Override
  public void run(ArgumentValues given, RuleScope scope) {
    scope.log(given.get(LEVEL), given.get(MESSAGE));
  }

  private static Level level(Value value) {
    var name = value.text();
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "debug" -> Level.DEBUG;
      case "info" -> Level.INFO;
      case "warning" -> Level.WARN;
      case "error" -> Level.ERROR;
      case "critical" -> Level.FATAL;
      default ->
          throw new IllegalArgumentException(
              "Invalid log level: %s. It is one of debug, info, warning, error, critical"
                  .formatted(name));
    };
  }
}
