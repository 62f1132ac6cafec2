package dev.assay.rule;

/**
 * Thrown for a path at which an action can never write. A rule with such a path is accepted with a
 * warning, because rules that clients have stored elsewhere contain it; the action fails when it
 * runs.
 */
public final class UnusablePath extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** {@code message} says why the path is invalid. */
  public UnusablePath(String message, Throwable cause) {
    super(message, cause);
  }
}
