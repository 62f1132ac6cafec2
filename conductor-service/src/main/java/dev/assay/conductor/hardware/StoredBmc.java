package dev.assay.conductor.hardware;

import dev.assay.hardware.Bmc;
import dev.assay.id.NodeId;
import dev.assay.storedjson.SecretDocument;

/** Reads the access data of a BMC as they are stored. */
public final class StoredBmc {
  private StoredBmc() {}

  /** The BMC of {@code node}, whose {@code driverInfo} may be impossible to decrypt. */
  public static Bmc of(NodeId node, SecretDocument driverInfo) {
    return new Bmc(node, driverInfo.object(), driverInfo.unusable(), () -> {});
  }
}
