package dev.assay.api.authentication;

import dev.assay.api.log.LimitedLog;
import dev.assay.api.source.SourceAddress;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.jboss.logging.Logger;

/**
 * Writes one line for each request that changes something or was refused: the caller, its address,
 * the request, and the status. Bodies are left out, since they may hold passwords. Heartbeats are
 * left out, since they change nothing an operator decided. Lines of refused requests that came
 * without a password are limited in rate, unless they come from this host. The line has the request
 * id, like every other.
 */
public final class AuditLog {
  private static final Logger LOG = Logger.getLogger("dev.assay.audit");
  private static final LimitedLog UNAUTHENTICATED = new LimitedLog(LOG);
  private static final int MAX_LENGTH = 1000;
  private static final int BAD_REQUEST = 400;

  private AuditLog() {}

  /**
   * {@code role} is empty when the caller was not authenticated, {@code status} when it
   * disconnected before the response; {@code path} is normalised.
   */
  public static void write(
      String method,
      String path,
      SourceAddress source,
      Optional<Role> role,
      Optional<String> user,
      OptionalInt status) {
    var line =
        "%s %s from %s by %s: %s"
            .formatted(
                printable(method),
                printable(path),
                source,
                caller(role, user),
                status.isPresent() ? String.valueOf(status.getAsInt()) : "client disconnected");
    if (isLimited(source, role, status)) {
      UNAUTHENTICATED.info(line);
    } else {
      LOG.info(line);
    }
  }

  /** Callbacks that are accepted are as many as machines are inspected. */
  private static boolean isLimited(SourceAddress source, Optional<Role> role, OptionalInt status) {
    var accepted = status.isPresent() && status.getAsInt() < BAD_REQUEST;
    return !source.local() && role.map(known -> known == Role.RAMDISK && !accepted).orElse(true);
  }

  private static String caller(Optional<Role> role, Optional<String> user) {
    var kind = role.map(known -> known.name().toLowerCase(Locale.ROOT)).orElse("unauthenticated");
    return user.map(name -> "%s (%s)".formatted(printable(name), kind)).orElse(kind);
  }

  /**
   * Replaces control characters and shortens: methods, names and paths come from clients and must
   * not forge log lines.
   */
  private static String printable(String text) {
    var line = text.replaceAll("\\p{Cntrl}", "?");
    return line.length() <= MAX_LENGTH ? line : line.substring(0, MAX_LENGTH) + "...";
  }
}
