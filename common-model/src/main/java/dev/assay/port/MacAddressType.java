package dev.assay.port;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.assay.attribute.AttributeType;
import dev.assay.attribute.Shape;
import dev.assay.id.MacAddress;

/** Attributes that are MAC addresses. Source: spec api.md 4. */
public final class MacAddressType {
  private static final Shape SHAPE = Shape.of(Shape.Type.MAC);

  private MacAddressType() {}

  /** A MAC address. */
  public static AttributeType required() {
    return AttributeType.required(SHAPE, MacAddressType::canonical);
  }

  /** A MAC address, or null. */
  public static AttributeType optional() {
    return AttributeType.optional(SHAPE, MacAddressType::canonical);
  }

  private static JsonNode canonical(String field, JsonNode given) {
    var text = AttributeType.text(field, given, 0, 255).textValue();
    return TextNode.valueOf(MacAddress.of(text).text());
  }
}
