package dev.assay.rule.engine;

import io.quarkus.arc.Unremovable;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Options of inspection rules. Names as in Ironic's [inspection_rules]. */
@ConfigMapping(prefix = "assay.inspection-rules")
@Unremovable // a service that uses only some of these options must accept the others
public interface RulesConfig {
  /**
   * YAML file with built-in rules, in addition to those of the API; their priority may be any
   * integer. Read at start; the service does not start when the file cannot be used.
   */
  Optional<Path> builtIn();

  /** The name of {@code built-in} in current Ironic. */
  Optional<Path> builtInRules();

  /** The scope of API rules that have none. If unset, such rules apply to all nodes. */
  Optional<String> defaultScope();

  /**
   * Whether rules see *** instead of secrets in the inventory, the plugin data and the node:
   * always, never, or sensitive (only rules that are not sensitive do).
   */
  @WithDefault("always")
  MaskSecrets maskSecrets();

  /** Rules run only for nodes whose inspect interface matches this regular expression. */
  @WithDefault("^(agent|inspector)$")
  String supportedInterfaces();

  /**
   * What a string that consists of one expression evaluates to: the value itself (typed) or a
   * string (string). Own option.
   */
  @WithDefault("typed")
  Interpolation interpolation();

  /**
   * Hosts that action api-call may call, also by redirect or through a proxy: {@code name}, which
   * allows every port of the host, or {@code name:port}; an IPv6 address is written in brackets. If
   * empty, rules with api-call are rejected. Own option.
   */
  Optional<List<String>> apiCallHosts();

  /**
   * How often each process polls for changed API rules, in case it missed the announcement. Own
   * option.
   */
  @WithDefault("2s")
  Duration reconcileInterval();

  /** The built-in rules file, from whichever of the two options is set. */
  default Optional<Path> builtInFile() {
    return builtIn().or(this::builtInRules);
  }

  /** See {@link #maskSecrets}. */
  enum MaskSecrets {
    /** No rule sees a secret. */
    ALWAYS,
    /** Every rule sees them. */
    NEVER,
    /** Rules that are sensitive see them. */
    SENSITIVE
  }

  /** See {@link #interpolation}. */
  enum Interpolation {
    /** The value itself: number, boolean, null, list, object. */
    TYPED,
    /** Always a string, as in current Ironic. */
    STRING
  }
}
