package dev.assay.conductor.hardware;

import dev.assay.hardware.Bmc;
import dev.assay.id.NodeId;
import dev.assay.node.Node;
import dev.assay.storedjson.SecretDocument;

/** Reads the access data of a BMC as they are stored. */
public final class StoredBmc {
  private StoredBmc() {}

  /** The BMC of {@code node}, whose {@code driverInfo} may be impossible to decrypt. */
  public static Bmc of(NodeId node, SecretDocument driverInfo) {
    return of(node, driverInfo, true);
  }

  /** As above, of a node whose power may be changed. */
  public static Bmc of(Node node) {
    var attributes = node.attributes();
    return of(node.uuid(), attributes.secretDriverInfo(), !attributes.disablePowerOff());
  }

  private static Bmc of(NodeId node, SecretDocument driverInfo, boolean mayPowerOff) {
    return new Bmc(node, driverInfo.object(), driverInfo.unusable(), mayPowerOff, () -> {});
  }
}
