package dev.assay.hook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.port.MacAddress;
import dev.assay.port.Port;

/** A port of the node as the hooks so far leave it; {@code extra} is a copy. */
public record KnownPort(MacAddress address, boolean pxeEnabled, ObjectNode extra) {
  public KnownPort {
    extra = extra.deepCopy();
  }

  /** As it is stored now. */
  public static KnownPort of(Port port) {
    return new KnownPort(port.address(), port.attributes().pxeEnabled(), port.attributes().extra());
  }

  /** The same with the boot flag changed. */
  public KnownPort withPxeEnabled(boolean enabled) {
    return new KnownPort(address, enabled, extra);
  }

  /** The same with another value in {@code extra}. */
  public KnownPort withExtra(String key, String value) {
    var changed = extra.deepCopy();
    changed.put(key, value);
    return new KnownPort(address, pxeEnabled, changed);
  }
}
