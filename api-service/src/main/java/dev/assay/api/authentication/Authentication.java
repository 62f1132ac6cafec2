package dev.assay.api.authentication;

import dev.assay.api.source.SourceAddress;
import io.vertx.core.MultiMap;
import java.util.Optional;

/** One way for callers to prove who they are. Source: spec api.md 7. */
public interface Authentication {
  /** Whether the caller comes in. */
  sealed interface Verdict {}

  /** Comes in; {@code user} is empty when the strategy knows none. */
  record Admitted(Optional<String> user, Role role) implements Verdict {}

  /** Stays out: why, and the value of WWW-Authenticate. */
  record Refused(String message, String challenge) implements Verdict {}

  /** Not decided now, which says nothing about the password; {@code seconds} until the next try. */
  record TryLater(String message, int seconds) implements Verdict {}

  /** The verdict when it is known without waiting; runs on the event loop. */
  Optional<Verdict> known(MultiMap headers);

  /** The verdict by the headers of the request, which came from {@code source}; may block. */
  Verdict decide(MultiMap headers, SourceAddress source);
}
