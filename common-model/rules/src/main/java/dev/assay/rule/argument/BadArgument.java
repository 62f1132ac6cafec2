package dev.assay.rule.argument;

/** An argument that cannot be read as what it must be. */
public final class BadArgument extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final String argument;
  private final String shown;

  BadArgument(String argument, String shown, IllegalArgumentException cause) {
    super(cause.getMessage(), cause);
    this.argument = argument;
    this.shown = shown;
  }

  /** Its name. */
  public String argument() {
    return argument;
  }

  /** What was given, for people. */
  public String shown() {
    return shown;
  }
}
