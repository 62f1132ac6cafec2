package dev.assay.api.authentication;

/** What a caller may do. Source: spec api.md 7. */
public enum Role {
  /** May do everything. */
  ADMIN,
  /** May only read. */
  OBSERVER,
  /** Not authenticated, on the few paths that need no authentication. */
  RAMDISK
}
