package dev.assay.rule;

import io.quarkus.arc.Unremovable;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How inspection rules are read and run. Names as in Ironic's [inspection_rules]. */
@ConfigMapping(prefix = "assay.inspection-rules")
@Unremovable // a service that reads half of the prefix must not refuse the other half
public interface RulesConfig {
  /**
   * YAML file with a list of rules that come before, or after, those of the API: its rules may have
   * any priority. Read at start; one that cannot be used stops it.
   */
  Optional<Path> builtIn();

  /** The name that today's Ironic has for {@code built-in}. */
  Optional<Path> builtInRules();

  /** The scope of rules of the API that have none; none means that they are for all nodes. */
  Optional<String> defaultScope();

  /** Whether rules see *** for secrets in the data of a machine and in its node. */
  @WithDefault("always")
  MaskSecrets maskSecrets();

  /** Rules run for nodes whose inspect interface matches this regular expression. */
  @WithDefault("^(agent|inspector)$")
  String supportedInterfaces();

  /** What a text that is one expression and nothing else gives. Own option. */
  @WithDefault("typed")
  Interpolation interpolation();

  /**
   * Hosts that action api-call may call, by redirect or proxy as well: {@code name}, which allows
   * every port of it, or {@code name:port}; an IPv6 address stands in brackets. None means that
   * rules with api-call are refused. Own option.
   */
  Optional<List<String>> apiCallHosts();

  /**
   * How often each process looks whether the rules of the API changed, should it have missed to be
   * told. Own option.
   */
  @WithDefault("2s")
  Duration reconcileInterval();

  /** The file with built-in rules, by either name. */
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
    /** Always a text, as in today's Ironic. */
    STRING
  }
}
