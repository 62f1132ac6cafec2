package dev.assay.api.chassis;

import dev.assay.api.http.ApiRequest;
import dev.assay.chassis.Chassis;

/** A chassis and the request that it is shown to. */
public record ChassisView(Chassis row, ApiRequest request) {
  /** The UUID as text. */
  public String uuid() {
    return row.uuid().toString();
  }
}
