package dev.assay.api.port;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.api.http.ApiVersion;
import dev.assay.attribute.AttributeType;
import dev.assay.error.AssayException;
import dev.assay.id.MacAddress;
import java.util.Iterator;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Validates local_link_connection, which says where a port is plugged in. Source: spec api.md 11.
 */
final class LocalLink {
  private static final String FIELD = "local_link_connection";
  private static final int NETWORK_TYPE = 64;
  private static final int VTEP = 90;
  private static final int NO_VTEP = 105;
  private static final Set<String> KEYS =
      Set.of("switch_id", "port_id", "switch_info", "network_type", "hostname");
  private static final Set<String> VTEP_KEYS =
      Set.of("vtep-logical-switch", "vtep-physical-switch");
  private static final Set<String> NETWORK_TYPES = Set.of("managed", "unmanaged");
  private static final Pattern DATAPATH_ID = Pattern.compile("[0-9a-f]{16}");

  private LocalLink() {}

  /** Normalises switch_id in place; INVALID_PARAMETER for an unknown key or incomplete form. */
  static void require(ObjectNode link, boolean smartNic, ApiVersion version) {
    for (Iterator<String> keys = link.fieldNames(); keys.hasNext(); ) {
      requireKey(keys.next(), link, version);
    }
    if (smartNic && !(link.has("port_id") && link.has("hostname"))) {
      throw refused("of a smart NIC needs port_id and hostname");
    }
    if (!complete(link)) {
      throw refused(
          "must be empty, or have switch_id and port_id, or port_id and hostname, or"
              + " network_type unmanaged");
    }
    if (link.has("switch_id")) {
      link.put("switch_id", switchId(link.path("switch_id").textValue()));
    }
  }

  private static void requireKey(String key, ObjectNode link, ApiVersion version) {
    var vtep = VTEP_KEYS.contains(key) && version.atLeast(VTEP) && !version.atLeast(NO_VTEP);
    if (!vtep && !KEYS.contains(key)) {
      throw refused("has no key " + key);
    }
    if (!link.path(key).isTextual()) {
      throw refused("must have a string as " + key);
    }
    if (key.equals("network_type")) {
      version.require(NETWORK_TYPE, "network_type in " + FIELD);
      if (!NETWORK_TYPES.contains(link.path(key).textValue())) {
        throw refused("must have managed or unmanaged as network_type");
      }
    }
  }

  private static boolean complete(ObjectNode link) {
    return link.isEmpty()
        || (link.has("port_id") && (link.has("switch_id") || link.has("hostname")))
        || (link.size() == 1 && link.path("network_type").asText().equals("unmanaged"))
        || (link.has("port_id")
            && link.has("vtep-logical-switch")
            && link.has("vtep-physical-switch"));
  }

  private static String switchId(String given) {
    var lower = given.toLowerCase(Locale.ROOT);
    return MacAddress.parse(given.replace('-', ':'))
        .map(MacAddress::text)
        .orElseGet(
            () -> {
              if (!DATAPATH_ID.matcher(lower).matches()) {
                throw refused("must have a MAC address or datapath id as switch_id");
              }
              return lower;
            });
  }

  private static AssayException refused(String why) {
    return AttributeType.refused(FIELD, why);
  }
}
