package dev.assay.api.http;

import dev.assay.api.ApiConfig;

/** The normalised path of a request, and what follows from it alone, for one of the APIs. */
public sealed interface RequestPath permits BareMetalPath, ClassicPath {
  /** The path, as the router matches it with resources. */
  String text();

  /** Whether ".json" was cut off the end. Source: spec api.md 1, T4. */
  boolean suffixStripped();

  /** True for paths that need no authentication. Source: spec api.md 7, inspector-compat.md 1. */
  boolean open();

  /** True when only an administrator may call it; {@code writing} or reading. */
  boolean adminOnly(boolean writing);

  /** True for what machines boot, which limits the rate of requests itself. */
  boolean bootable();

  /** True for the endpoints for ramdisks and machines that boot one. */
  boolean ofRamdisk();

  /** True for lookups and callbacks, which an operator may ask about by their reference. */
  boolean isAttempt();

  /** True for the heartbeats of agents, which are frequent. */
  boolean heartbeat();

  /** Whether a body must be declared as JSON. Source: spec inspector-compat.md 1, I7. */
  boolean needsJsonType();

  /** The maximum length of the body in bytes. Source: spec api.md 1, T6. */
  long bodyLimit(ApiConfig config);
}
