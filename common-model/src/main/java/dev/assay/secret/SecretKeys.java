package dev.assay.secret;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The keys of an object, at any depth, whose values are secrets. What rules, traces and dry runs
 * hide ({@link #INFO}) includes everything that the API hides. Source: spec api.md 9.3, rules.md 8.
 */
public enum SecretKeys {
  /** None. */
  NONE {
    @Override
    public boolean hide(String key) {
      return false;
    }
  },
  /** In inventory and plugin data: exactly these names. */
  DATA {
    @Override
    public boolean hide(String key) {
      return DATA_NAMES.contains(key);
    }
  },
  /** In driver_internal_info, as clients see it: keys that contain one of the API's words. */
  INTERNAL_INFO {
    @Override
    public boolean hide(String key) {
      return contains(API_WORDS, lower(key));
    }
  },
  /** In driver_info, as clients see it. */
  DRIVER_INFO {
    @Override
    public boolean hide(String key) {
      var lower = lower(key);
      return DRIVER_NAMES.contains(lower) || contains(API_WORDS, lower);
    }
  },
  /** In instance_info, as clients see it. */
  INSTANCE_INFO {
    @Override
    public boolean hide(String key) {
      var lower = lower(key);
      return INSTANCE_NAMES.contains(lower) || contains(API_WORDS, lower);
    }
  },
  /** In all three, as rules, traces and dry runs see them: more words than the API has. */
  INFO {
    @Override
    public boolean hide(String key) {
      var lower = lower(key);
      return INSTANCE_NAMES.contains(lower)
          || contains(RULE_WORDS, lower)
          || contains(API_WORDS, lower);
    }
  };

  private static final Set<String> DATA_NAMES = Set.of("password", "auth_token", "bmc_password");

  private static final List<String> API_WORDS =
      List.of(
          "password",
          "admin_pass",
          "adminpass",
          "new_pass",
          "auth_token",
          "token",
          "secret",
          "sys_pswd",
          "configdrive",
          "private_key",
          "encrypted_key",
          "encryption_key_id",
          "passphrase",
          "sslkey");

  private static final Set<String> DRIVER_NAMES =
      Set.of("snmp_auth_key", "snmp_priv_key", "ipmi_hex_kg_key");

  private static final Set<String> INSTANCE_NAMES = Set.of("image_url");

  /** All names of {@link #DRIVER_NAMES} contain the last one. */
  private static final List<String> RULE_WORDS = List.of("passwd", "_key");

  /** The keys that are hidden from clients in {@code field} of a node. */
  public static SecretKeys ofNode(String field) {
    return switch (field) {
      case "driver_info" -> DRIVER_INFO;
      case "driver_internal_info" -> INTERNAL_INFO;
      case "instance_info" -> INSTANCE_INFO;
      default -> NONE;
    };
  }

  /** As above, for rules, traces and dry runs. */
  public static SecretKeys ofNodeForRules(String field) {
    return ofNode(field) == NONE ? NONE : INFO;
  }

  /** Whether what is under {@code key} is a secret. */
  public abstract boolean hide(String key);

  private static String lower(String key) {
    return key.toLowerCase(Locale.ROOT);
  }

  private static boolean contains(List<String> words, String lower) {
    for (var word : words) { // asked for each key of a page of nodes
      if (lower.contains(word)) {
        return true;
      }
    }
    return false;
  }
}
