package dev.assay.pxefilter.reconcile;

import dev.assay.bootaccess.Access;
import dev.assay.id.MacAddress;
import java.util.Map;
import java.util.Optional;

/** What the database said at one moment. A later reading replaces what an earlier one said. */
sealed interface Reading {
  /** What holds for addresses that are no ports. */
  Access unknown();

  /** All ports. */
  record Whole(Map<MacAddress, Access> known, Access unknown) implements Reading {}

  /** Some addresses; those without access are no ports. */
  record Part(Map<MacAddress, Optional<Access>> addresses, Access unknown) implements Reading {}
}
