package dev.assay.simulator.hardware;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The families of BMCs, which differ in their ids and in what they ask of clients. */
public enum BmcKind {
  /** Has the ids of the hardware's template and accepts whatever DSP0266 allows. */
  GENERIC(null, null),
  /** Has ids such as {@code System.Embedded.1}. */
  IDRAC("System.Embedded.1", "iDRAC.Embedded.1"),
  /** Changes nothing without the header If-Match. */
  ILO("1", "1"),
  /** Wants mode and duration together whenever the boot override changes. */
  SUPERMICRO("1", "1"),
  /** Cannot restart by force. */
  LENOVO("1", "1");

  private final @Nullable String systemId;
  private final @Nullable String bmcId;

  BmcKind(@Nullable String systemId, @Nullable String bmcId) {
    this.systemId = systemId;
    this.bmcId = bmcId;
  }

  Optional<String> systemId() {
    return Optional.ofNullable(systemId);
  }

  Optional<String> bmcId() {
    return Optional.ofNullable(bmcId);
  }
}
