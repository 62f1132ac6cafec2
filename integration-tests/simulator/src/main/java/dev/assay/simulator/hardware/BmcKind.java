package dev.assay.simulator.hardware;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The families of BMCs, which differ in their ids and in what they ask of clients. */
public enum BmcKind {
  /** Has maker and ids of the hardware's template and accepts whatever DSP0266 allows. */
  GENERIC(null, null, null),
  /** Has ids such as {@code System.Embedded.1}; inserts virtual media by a task. */
  IDRAC("Dell Inc.", "System.Embedded.1", "iDRAC.Embedded.1"),
  /** Changes nothing without the header If-Match. */
  ILO("HPE", "1", "1"),
  /**
   * Wants mode and duration together whenever the boot override changes; its virtual CD is one on
   * USB, into which an image is inserted by its URL alone.
   */
  SUPERMICRO("Supermicro", "1", "1"),
  /** Cannot restart by force; lists a CD drive for uploaded images first. */
  LENOVO("Lenovo", "1", "1"),
  /** Has the ids of bmcweb, and inserts no image without the protocol to fetch it. */
  OPENBMC(null, "system", "bmc");

  /** The names of all kinds, comma-separated. */
  public static final String NAMES = "generic,idrac,ilo,supermicro,lenovo,openbmc";

  private final @Nullable String manufacturer;
  private final @Nullable String systemId;
  private final @Nullable String bmcId;

  BmcKind(@Nullable String manufacturer, @Nullable String systemId, @Nullable String bmcId) {
    this.manufacturer = manufacturer;
    this.systemId = systemId;
    this.bmcId = bmcId;
  }

  /**
   * The kinds with these names, such as {@code ilo} or {@code OpenBMC}.
   *
   * @throws IllegalArgumentException if there is no such kind
   */
  public static BmcKind[] named(List<String> names) {
    return names.stream().map(BmcKind::named).toArray(BmcKind[]::new);
  }

  private static BmcKind named(String name) {
    return Arrays.stream(values())
        .filter(kind -> kind.name().equalsIgnoreCase(name.strip()))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "unknown kind of BMC %s; there are %s".formatted(name, NAMES)));
  }

  Optional<String> manufacturer() {
    return Optional.ofNullable(manufacturer);
  }

  Optional<String> systemId() {
    return Optional.ofNullable(systemId);
  }

  Optional<String> bmcId() {
    return Optional.ofNullable(bmcId);
  }
}
