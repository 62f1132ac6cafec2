package dev.assay.conductor.hardware;

import com.fasterxml.jackson.databind.JsonNode;
import dev.assay.error.UntrustedText;
import dev.assay.hardware.Bmc;
import dev.assay.secret.SecretKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The values of driver_info whose keys mark them as secret. */
public final class BmcSecrets {
  private static final int MAX_DEPTH = 10;

  private BmcSecrets() {}

  /** Omits texts that contain any of them. */
  public static UntrustedText omitted(Bmc bmc) {
    var secrets = new ArrayList<String>();
    collect(bmc.driverInfo(), false, 0, secrets);
    return UntrustedText.without(secrets);
  }

  private static void collect(JsonNode value, boolean secret, int depth, List<String> into) {
    if (value.isValueNode()) {
      if (secret && !value.isNull() && !value.isBoolean()) {
        into.add(value.asText());
      }
    } else if (depth < MAX_DEPTH && value.isArray()) {
      value.forEach(item -> collect(item, secret, depth + 1, into));
    } else if (depth < MAX_DEPTH) {
      value.properties().forEach(member -> collect(member, secret, depth + 1, into));
    }
  }

  private static void collect(
      Map.Entry<String, JsonNode> member, boolean secret, int depth, List<String> into) {
    collect(member.getValue(), secret || SecretKeys.INFO.hide(member.getKey()), depth, into);
  }
}
