package dev.assay.rule;

/** An action that could not do what it was to do. */
final class ActionFailed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** {@code attempt} goes on "Failed to". */
  ActionFailed(String attempt, IllegalArgumentException cause) {
    super("Failed to %s: %s".formatted(attempt, cause.getMessage()), cause);
  }
}
