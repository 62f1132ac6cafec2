package dev.assay.api.authentication;

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

  /** The verdict when it is known without waiting; runs on the event loop. */
  Optional<Verdict> known(MultiMap headers);

  /** The verdict by the headers of the request; may block. */
  Verdict decide(MultiMap headers);
}
