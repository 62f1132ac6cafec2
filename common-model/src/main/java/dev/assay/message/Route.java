package dev.assay.message;

/**
 * The conductors that may work on a node: those of its conductor group that serve its driver. They
 * share queues, of which each message goes to one of them.
 *
 * @param group lower case, empty for the conductors of none; without a slash
 */
public record Route(String group, String driver) {
  private static final String SEPARATOR = "/";

  /** The queue of commands that somebody waits for: callbacks, aborts, power. */
  public String commands() {
    return "assay.conductor/%s/%s".formatted(group, driver);
  }

  /** The queue of inspections to be started, which do not stand before the others. */
  public String starts() {
    return commands() + "/start";
  }

  /** The queue of questions. */
  public String questions() {
    return "assay.question/%s/%s".formatted(group, driver);
  }

  /** From {@code group/driver}, as the database puts it together. */
  static Route read(String text) {
    var parts = text.split(SEPARATOR, 2);
    return new Route(parts[0], parts[1]);
  }
}
