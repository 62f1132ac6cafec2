package dev.assay.testing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.id.NodeId;
import dev.assay.node.Node;
import dev.assay.node.NodeAttributeTable;
import dev.assay.node.NodeAttributes;
import dev.assay.node.NodeDocument;
import dev.assay.node.ProvisionState;
import dev.assay.storedjson.StoredJson;
import java.time.Instant;
import java.util.Map;

/** Rows and attributes for tests to start with. */
public final class Fixtures {
  private Fixtures() {}

  /** The attributes that a client would send for a node of fake-hardware; nothing else set. */
  public static NodeAttributes attributes(String name, ObjectNode driverInfo) {
    var document = NodeAttributeTable.TABLE.defaults();
    document.put("name", name);
    document.put("driver", "fake-hardware");
    document.set("driver_info", driverInfo);
    return NodeDocument.read(document, Map.of("inspect", "agent"), null);
  }

  /** As above, for a node of manual-management with these interfaces. */
  public static NodeAttributes manual(Map<String, String> interfaces) {
    var document = NodeAttributeTable.TABLE.defaults();
    document.put("driver", "manual-management");
    return NodeDocument.read(document, interfaces, null);
  }

  /** As above, for a node of this driver with this inspect interface. */
  public static NodeAttributes of(String driver, String inspectInterface, ObjectNode driverInfo) {
    var document = NodeAttributeTable.TABLE.defaults();
    document.put("driver", driver);
    document.set("driver_info", driverInfo);
    return NodeDocument.read(document, Map.of("inspect", inspectInterface), null);
  }

  /** A new node in {@code state}, not stored. */
  public static Node node(ProvisionState state, Instant now) {
    return new Node(NodeId.random(), attributes(null, StoredJson.object()), state, false, now);
  }
}
