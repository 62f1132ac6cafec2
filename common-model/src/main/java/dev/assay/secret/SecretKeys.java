package dev.assay.secret;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Under which keys of an object there is a secret, at any depth. Source: spec rules.md 8. */
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
      return NAMES.contains(key);
    }
  },
  /** In driver_info and its like: every key with such a word in it. */
  INFO {
    @Override
    public boolean hide(String key) {
      var lower = key.toLowerCase(Locale.ROOT);
      return WORDS.stream().anyMatch(lower::contains);
    }
  };

  private static final Set<String> NAMES = Set.of("password", "auth_token", "bmc_password");
  private static final List<String> WORDS =
      List.of("password", "passwd", "secret", "token", "_key");

  /** Whether what is under {@code key} is a secret. */
  public abstract boolean hide(String key);
}
