package dev.assay.api.authentication;

/** What a caller may do. Source: spec api.md 7. */
public enum Role {
  /** Everything. */
  ADMIN,
  /** Read. */
  OBSERVER,
  /** Not authenticated, on the few paths that are open to all. */
  RAMDISK
}
