package dev.assay.inspect;

/**
 * A way to inspect machines: a node uses it when its name is the node's inspect_interface, and the
 * node's driver accepts that name. {@link java.util.ServiceLoader} loads inspect interfaces; there
 * is one instance per process, used by many threads. Any exception except {@link
 * dev.assay.hardware.HardwareFailure} is reported as an error of the inspect interface and also
 * fails the inspection.
 */
public interface InspectInterface {
  /** The name as in inspect_interface, lower case with dashes: "agent". */
  String name();

  /**
   * Starts the inspection of {@code machine} and returns what happens next. When a conductor dies
   * meanwhile, another one calls this again for the same inspection: every step must be repeatable.
   *
   * @throws dev.assay.hardware.HardwareFailure when the inspection cannot be started, which fails
   *     it
   */
  InspectStart start(InspectedMachine machine);
}
