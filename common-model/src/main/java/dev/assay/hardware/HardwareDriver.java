package dev.assay.hardware;

/**
 * A hardware type. A driver is found by {@link java.util.ServiceLoader}, made once a process and
 * used by many threads. What it can do it says by implementing {@link Power}, {@link Boot} and
 * {@link NetworkCards}; any exception but a {@link HardwareFailure} is reported as an error of the
 * driver and ends the operation, too; what it needs in driver_info, and which interfaces it
 * accepts, stands in its {@link DriverDescription}, which the API checks requests against without
 * asking a conductor. Source: spec api.md 20.
 */
public interface HardwareDriver extends AutoCloseable {
  /** Name, interfaces and driver_info keys. */
  DriverDescription description();

  /**
   * The process stops: ends within seconds what is open at BMCs, such as sessions. Called once,
   * when no work is under way any more.
   */
  @Override
  default void close() {}
}
