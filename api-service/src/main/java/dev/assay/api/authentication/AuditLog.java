package dev.assay.api.authentication;

import dev.assay.api.source.SourceAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.jboss.logging.Logger;

/**
 * One line for each request that changes something, or was refused: who, from where, what, and the
 * answer. Bodies are left out, they may hold passwords. Heartbeats are left out, they change
 * nothing an operator decided. The request id stands in the line as in every other.
 */
public final class AuditLog {
  private static final Logger LOG = Logger.getLogger("dev.assay.audit");
  private static final int MAX_LENGTH = 1000;

  private AuditLog() {}

  /**
   * {@code role} is empty when the caller was not admitted, {@code status} when he went away before
   * his answer; {@code path} is in its one form.
   */
  public static void write(
      String method,
      String path,
      SourceAddress source,
      Optional<Role> role,
      Optional<String> user,
      OptionalInt status) {
    LOG.infof(
        "%s %s from %s by %s: %s",
        method,
        plain(path),
        source,
        caller(role, user),
        status.isPresent() ? String.valueOf(status.getAsInt()) : "gone before the answer");
  }

  private static String caller(Optional<Role> role, Optional<String> user) {
    var kind = role.map(known -> known.name().toLowerCase(Locale.ROOT)).orElse("nobody known");
    return user.map(name -> "%s (%s)".formatted(plain(name), kind)).orElse(kind);
  }

  /** Names and paths come from outside and must not write lines of their own. */
  private static String plain(String text) {
    var line = text.replaceAll("\\p{Cntrl}", "?");
    return line.length() <= MAX_LENGTH ? line : line.substring(0, MAX_LENGTH) + "...";
  }
}
