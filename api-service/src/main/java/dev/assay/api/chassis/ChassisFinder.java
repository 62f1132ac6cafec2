package dev.assay.api.chassis;

import dev.assay.chassis.Chassis;
import dev.assay.chassis.ChassisRows;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import dev.assay.id.UuidText;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.UUID;

/** Finds chassis by the UUID in a path. Source: spec api.md 11a. */
@ApplicationScoped
class ChassisFinder {
  private final ChassisRows rows;

  ChassisFinder(ChassisRows rows) {
    this.rows = rows;
  }

  /**
   * Finds a chassis; throws NOT_FOUND when there is none, INVALID_PARAMETER when {@code ident} is
   * not a UUID.
   */
  Chassis require(String ident) {
    return rows.find(uuid(ident)).orElseThrow(() -> unknown(ident));
  }

  /** As {@link #require}, with the row locked until the transaction ends. */
  Chassis requireForUpdate(String ident) {
    return rows.findForUpdate(uuid(ident)).orElseThrow(() -> unknown(ident));
  }

  private static UUID uuid(String ident) {
    return UuidText.parse(ident)
        .orElseThrow(
            () ->
                new AssayException(
                    ErrorCode.INVALID_PARAMETER,
                    "Expected a UUID but received %s.".formatted(ident)));
  }

  private static AssayException unknown(String ident) {
    return new AssayException(
        ErrorCode.NOT_FOUND, "Chassis %s could not be found.".formatted(ident));
  }
}
