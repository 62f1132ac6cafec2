package dev.assay.rule.engine;

import dev.assay.plugin.PluginRefused;
import dev.assay.plugin.Plugins;
import dev.assay.rule.RuleAction;
import dev.assay.rule.RuleOperator;
import dev.assay.rule.action.AllowedHosts;
import dev.assay.rule.action.ApiCallAction;
import dev.assay.rule.regex.Regex;
import io.quarkus.runtime.configuration.ConfigurationException;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * All operators and actions that rules can use, including those of plug-ins, and the options of
 * rule evaluation. Created once per process.
 */
@Singleton
public final class RuleRegistry {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

  private final Map<String, RuleOperator> operators;
  private final Map<String, RuleAction> actions;
  private final RulesConfig config;
  private final Regex interfaces;

  /**
   * Loads the built-in operators and actions and those of {@code plugins}; throws PluginRefused
   * when one has no valid name or that of another.
   */
  @Inject
  public RuleRegistry(Plugins plugins, RulesConfig config) {
    this.config = config;
    interfaces = interfaces(config.supportedInterfaces());
    var hosts = hosts(config);
    operators =
        known(
            "operator",
            RuleOperator.class,
            ServiceLoader.Provider::get,
            RuleOperator::name,
            plugins);
    actions =
        known(
            "action",
            RuleAction.class,
            provider -> make(provider, hosts),
            RuleAction::name,
            plugins);
  }

  /** By name without "!"; empty when unknown. */
  Optional<RuleOperator> operator(String name) {
    return Optional.ofNullable(operators.get(name));
  }

  /** By name; empty when unknown. */
  Optional<RuleAction> action(String name) {
    return Optional.ofNullable(actions.get(name));
  }

  /** The names of all operators, sorted. */
  public List<String> operators() {
    return List.copyOf(operators.keySet());
  }

  /** The names of all actions, sorted. */
  public List<String> actions() {
    return List.copyOf(actions.keySet());
  }

  /**
   * Whether rules of phases preprocess and main run for nodes with this inspect interface. Rules of
   * phase early always run, because the node is not known yet.
   */
  public boolean appliesTo(String inspectInterface) {
    return interfaces.contains(inspectInterface);
  }

  /** Whether rules that are not sensitive, and classic rules, see *** instead of secrets. */
  public boolean masksSecrets() {
    return config.maskSecrets() != RulesConfig.MaskSecrets.NEVER;
  }

  RulesConfig config() {
    return config;
  }

  private static Regex interfaces(String written) {
    try {
      return Regex.compile(written);
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(
          "assay.inspection-rules.supported-interfaces: " + e.getMessage(), e);
    }
  }

  private static AllowedHosts hosts(RulesConfig config) {
    try {
      return AllowedHosts.of(config.apiCallHosts().orElse(List.of()));
    } catch (IllegalArgumentException e) {
      throw new PluginRefused(
          "Action api-call of inspection rules cannot work with its options: " + e.getMessage());
    }
  }

  /** Creates an action; passes the hosts to action api-call, which ServiceLoader cannot do. */
  private static RuleAction make(ServiceLoader.Provider<RuleAction> provider, AllowedHosts hosts) {
    return provider.type() == ApiCallAction.class ? new ApiCallAction(hosts) : provider.get();
  }

  private static <T> Map<String, T> known(
      String what,
      Class<T> spi,
      Function<ServiceLoader.Provider<T>, T> make,
      Function<T, String> name,
      Plugins plugins) {
    Map<String, T> known = new TreeMap<>();
    var loader = RuleRegistry.class.getClassLoader();
    Stream.concat(ServiceLoader.load(spi, loader).stream().map(make), plugins.load(spi).stream())
        .forEach(
            found -> {
              var called = Plugins.call("Rule " + what, found, "name()", () -> name.apply(found));
              add(what, known, called, found);
            });
    return known;
  }

  private static <T> void add(String what, Map<String, T> known, String name, T found) {
    if (name == null || !NAME.matcher(name).matches()) {
      throw new PluginRefused(
          "%s calls its rule %s '%s': a name is lower case words with dashes between them."
              .formatted(Plugins.describe(found), what, name));
    }
    var other = known.putIfAbsent(name, found);
    if (other != null) {
      throw new PluginRefused(
          "There are two rule %ss called %s: %s and %s. Remove one of the jars."
              .formatted(what, name, Plugins.describe(other), Plugins.describe(found)));
    }
  }
}
