package dev.assay.rule;

import dev.assay.plugin.PluginRefused;
import dev.assay.plugin.Plugins;
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
   * when two have the same name.
   */
  @Inject
  public RuleRegistry(Plugins plugins, RulesConfig config) {
    this.config = config;
    interfaces = interfaces(config.supportedInterfaces());
    operators = known("operator", RuleOperator.class, RuleOperator::name, plugins);
    actions = known("action", RuleAction.class, RuleAction::name, plugins);
    actions.replaceAll((_, action) -> configured(action));
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

  private RuleAction configured(RuleAction action) {
    try {
      return action.configured(config);
    } catch (IllegalArgumentException e) {
      throw new PluginRefused(
          "Action %s of inspection rules cannot work with its options: %s"
              .formatted(action.name(), e.getMessage()));
    }
  }

  private static <T> Map<String, T> known(
      String what, Class<T> spi, Function<T, String> name, Plugins plugins) {
    Map<String, T> known = new TreeMap<>();
    var loader = RuleRegistry.class.getClassLoader();
    Stream.concat(
            ServiceLoader.load(spi, loader).stream().map(ServiceLoader.Provider::get),
            plugins.load(spi).stream())
        .forEach(found -> add(what, known, name.apply(found), found));
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
