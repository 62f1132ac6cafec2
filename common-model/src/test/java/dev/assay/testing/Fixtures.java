package dev.assay.testing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.node.Node;
import dev.assay.node.NodeAttributes;
import dev.assay.node.NodeId;
import dev.assay.node.ProvisionState;
import dev.assay.storedjson.SecretDocument;
import dev.assay.storedjson.StoredJson;
import java.time.Instant;
import java.util.Map;

/** Rows and attributes for tests to start with. */
public final class Fixtures {
  private Fixtures() {}

  /** The attributes that a client would send for a node of fake-hardware; nothing else set. */
  public static NodeAttributes attributes(String name, ObjectNode driverInfo) {
    return new NodeAttributes(
        name,
        "fake-hardware",
        SecretDocument.of(driverInfo),
        StoredJson.object(),
        StoredJson.object(),
        SecretDocument.of(StoredJson.object()),
        null,
        null,
        null,
        false,
        Map.of("inspect", "agent"),
        null,
        "",
        null,
        false,
        null,
        null,
        null,
        null,
        false,
        null,
        StoredJson.object(),
        null,
        null,
        false);
  }

  /** A new node in {@code state}, not stored. */
  public static Node node(ProvisionState state, Instant now) {
    return new Node(NodeId.random(), attributes(null, StoredJson.object()), state, false, now);
  }
}
