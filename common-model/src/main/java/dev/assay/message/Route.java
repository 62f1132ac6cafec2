package dev.assay.message;

/**
 * The conductors that may work on a node: those of its conductor group that serve its driver. They
 * share queues; each message goes to one of them.
 *
 * @param group lower case, without a slash; empty for conductors without a group
 */
public record Route(String group, String driver) {
  private static final String SEPARATOR = "/";

  /** The queue of commands that should not wait: callbacks, aborts, power changes. */
  public String commands() {
    return "assay.conductor/%s/%s".formatted(group, driver);
  }

  /** The queue of inspection starts, separate so that they do not delay other commands. */
  public String starts() {
    return commands() + "/start";
  }

  /** The queue of requests. */
  public String requests() {
    return "assay.question/%s/%s".formatted(group, driver);
  }

  /** Parses {@code group/driver}, as the database concatenates it. */
  static Route read(String text) {
    var parts = text.split(SEPARATOR, 2);
    return new Route(parts[0], parts[1]);
  }
}
