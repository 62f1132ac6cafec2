package dev.assay.api.chassis;

import dev.assay.api.http.ApiRequest;
import dev.assay.chassis.Chassis;

/** A chassis as one request sees it. */
public record ChassisView(Chassis row, ApiRequest request) {
  /** The text form of its UUID. */
  public String uuid() {
    return row.uuid().toString();
  }
}
