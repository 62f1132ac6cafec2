package dev.assay.hardware;

/**
 * The interface of hardware drivers; each implements one hardware type. {@link
 * java.util.ServiceLoader} loads drivers; there is one instance per process, used by many threads.
 * A driver implements {@link Power}, {@link Boot}, {@link BootModes}, {@link NetworkCards}, {@link
 * VirtualMedia}, {@link HttpBoot}, {@link Firmware} and {@link HardwareInventory} as far as it
 * supports them. Any exception except {@link HardwareFailure} is reported as an error of the driver
 * and also ends the operation. The {@link DriverDescription} lists the driver_info keys and the
 * accepted interfaces; the API validates requests against it without a request to a conductor.
 * Source: spec api.md 20.
 */
public interface HardwareDriver extends AutoCloseable {
  /** Returns name, interfaces and driver_info keys. */
  DriverDescription description();

  /**
   * Closes within seconds what is open at BMCs, such as sessions, because the process stops. Called
   * once, when no work is in progress any more.
   */
  @Override
  default void close() {}
}
