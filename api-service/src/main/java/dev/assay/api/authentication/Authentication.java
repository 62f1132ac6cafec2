package dev.assay.api.authentication;

import dev.assay.api.source.SourceAddress;
import io.vertx.core.MultiMap;
import java.util.Optional;

/** A strategy by which callers are authenticated. Source: spec api.md 7. */
public interface Authentication {
  /** The result of authentication. */
  sealed interface Verdict {}

  /** The caller is authenticated; {@code user} is empty when the strategy has no user names. */
  record Admitted(Optional<String> user, Role role) implements Verdict {}

  /** The caller is refused: the reason, and the value of WWW-Authenticate. */
  record Refused(String message, String challenge) implements Verdict {}

  /** The password was not checked now, right or wrong; {@code seconds} until the next attempt. */
  record TryLater(String message, int seconds) implements Verdict {}

  /** The verdict when it is known without blocking, else empty; runs on the event loop. */
  Optional<Verdict> known(MultiMap headers);

  /**
   * Whether a password in these headers was found to be right before, and is only to be checked for
   * changes since: {@link #decide} then costs the caller nothing of its limit.
   */
  default boolean remembers(MultiMap headers) {
    return false;
  }

  /** The verdict on a request with these headers from {@code source}; may block. */
  Verdict decide(MultiMap headers, SourceAddress source);
}
