package dev.assay.rule.argument;

/**
 * A path at which an action can never write. A rule with such a path is taken with a warning,
 * because rules that clients have stored elsewhere contain it; the action fails when it is run.
 */
public final class UnusablePath extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** {@code message} says what is wrong with the path. */
  public UnusablePath(String message, Throwable cause) {
    super(message, cause);
  }
}
