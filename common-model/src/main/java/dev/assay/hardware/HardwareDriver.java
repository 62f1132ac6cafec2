package dev.assay.hardware;

/**
 * A hardware type. A driver is found by {@link java.util.ServiceLoader}, made once a process and
 * used by many threads. What it can do it says by implementing {@link Power}, {@link Boot} and
 * {@link NetworkCards}; what it needs in driver_info, and which interfaces it accepts, stands in
 * its {@link DriverDescription}, which the API checks requests against without asking a conductor.
 * Source: design 7, api.md 20.
 */
public interface HardwareDriver {
  /** Name, interfaces and driver_info keys. */
  DriverDescription description();
}
