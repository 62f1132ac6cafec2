package dev.assay.rule.engine;

/** Thrown when an action of a rule could not be carried out. */
final class ActionFailed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** {@code attempt} continues the sentence "Failed to". */
  ActionFailed(String attempt, IllegalArgumentException cause) {
    super("Failed to %s: %s".formatted(attempt, cause.getMessage()), cause);
  }
}
