package dev.assay.redfish;

import dev.assay.hardware.Sleep;
import dev.assay.http.ExchangeWatch;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Hardware type {@code idrac}: Dell's iDRAC by Redfish, with the interface names of Ironic for it.
 * Source: spec api.md 20.
 */
public final class IdracDriver extends RedfishDriver {
  /** Uses the defaults of the service's options. */
  public IdracDriver() {
    this(CA_FOLDER, Duration.ofSeconds(30));
  }

  /**
   * @param caFolder nodes can name certificates of authorities below it only
   * @param requestTimeout limits the time of one request
   */
  public IdracDriver(Path caFolder, Duration requestTimeout) {
    this(caFolder, requestTimeout, ExchangeWatch.NONE);
  }

  /**
   * @param caFolder as above
   * @param watch is told of each request to a BMC
   */
  public IdracDriver(Path caFolder, Duration requestTimeout, ExchangeWatch watch) {
    super(
        Times.withRequest(requestTimeout),
        InstantSource.system(),
        Sleep.REAL,
        caFolder,
        RedfishDescription.idrac(caFolder),
        watch);
  }

  /** Uses other timeouts and another clock. */
  IdracDriver(Times times, InstantSource clock, Sleep pause, Path caFolder) {
    super(times, clock, pause, caFolder, RedfishDescription.idrac(caFolder), ExchangeWatch.NONE);
  }
}
