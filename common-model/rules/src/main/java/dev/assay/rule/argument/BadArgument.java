package dev.assay.rule.argument;

/** Thrown when the value of an argument does not have the required type. */
public final class BadArgument extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String argument;
  private final String shown;

  BadArgument(String argument, String shown, IllegalArgumentException cause) {
    super(cause.getMessage(), cause);
    this.argument = argument;
    this.shown = shown;
  }

  /** The name of the argument. */
  public String argument() {
    return argument;
  }

  /** The value, shortened and with secrets masked. */
  public String shown() {
    return shown;
  }
}
