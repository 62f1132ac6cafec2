package dev.assay.hook;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.id.MacAddress;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A port of the node, including the changes of earlier hooks. Its objects are copies.
 *
 * @param localLinkConnection the connected switch port: {@code switch_id}, {@code port_id}, {@code
 *     switch_info}; empty when unknown
 * @param physicalNetwork at most 64 characters; null when unknown
 */
public record KnownPort(
    MacAddress address,
    boolean pxeEnabled,
    ObjectNode extra,
    ObjectNode localLinkConnection,
    @Nullable String physicalNetwork) {
  /** Maximum length of the name of a physical network, in characters. */
  public static final int LONGEST_NETWORK = 64;

  public KnownPort {
    Objects.requireNonNull(address, "a port has an address");
    extra = extra.deepCopy();
    localLinkConnection = localLinkConnection.deepCopy();
  }

  /** Creates a port that was just found. */
  public static KnownPort found(MacAddress address, boolean pxeEnabled) {
    var json = JsonNodeFactory.instance;
    return new KnownPort(address, pxeEnabled, json.objectNode(), json.objectNode(), null);
  }

  @Override
  public ObjectNode extra() {
    return extra.deepCopy();
  }

  @Override
  public ObjectNode localLinkConnection() {
    return localLinkConnection.deepCopy();
  }

  /** Returns a copy with another value of pxe_enabled. */
  public KnownPort withPxeEnabled(boolean enabled) {
    return new KnownPort(address, enabled, extra, localLinkConnection, physicalNetwork);
  }

  /** Returns a copy with {@code value} as member {@code key} of {@code extra}. */
  public KnownPort withExtra(String key, String value) {
    var changed = extra.deepCopy();
    changed.put(key, value);
    return new KnownPort(address, pxeEnabled, changed, localLinkConnection, physicalNetwork);
  }

  /** Returns a copy with another connected switch port. */
  public KnownPort withLocalLinkConnection(ObjectNode connection) {
    return new KnownPort(address, pxeEnabled, extra, connection, physicalNetwork);
  }

  /** Returns a copy in another physical network. */
  public KnownPort withPhysicalNetwork(String network) {
    return new KnownPort(address, pxeEnabled, extra, localLinkConnection, network);
  }
}
