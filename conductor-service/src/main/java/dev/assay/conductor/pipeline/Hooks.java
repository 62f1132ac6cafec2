package dev.assay.conductor.pipeline;

import dev.assay.hook.InspectionHook;
import dev.assay.plugin.PluginRefused;
import dev.assay.plugin.Plugins;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The installed hooks by name, whether configured or not. */
public final class Hooks {
  private static final Pattern NAME = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

  private final Map<String, InspectionHook> byName;
  private final String origin;

  private Hooks(Map<String, InspectionHook> byName, String origin) {
    this.byName = byName;
    this.origin = origin;
  }

  /**
   * The hooks that are built in or on the application's class path; throws IllegalStateException
   * when one cannot be loaded.
   */
  public static Hooks installed() {
    return of(builtIn());
  }

  /** As above, and those of plug-ins; also throws PluginRefused. */
  public static Hooks installed(Plugins plugins) {
    var all = new ArrayList<>(builtIn());
    all.addAll(plugins.load(InspectionHook.class));
    return of(all, " (plug-ins are looked for in %s)".formatted(plugins.folder()));
  }

  /** Exactly these hooks; throws PluginRefused when one is invalid or two have the same name. */
  public static Hooks of(Collection<? extends InspectionHook> hooks) {
    return of(hooks, "");
  }

  private static Hooks of(Collection<? extends InspectionHook> hooks, String origin) {
    var byName = new TreeMap<String, InspectionHook>();
    for (var hook : hooks) {
      var other = byName.put(validName(hook), hook);
      if (other != null) {
        throw new PluginRefused(
            "Two hooks have the name %s: %s and %s. Rename one, or remove its jar."
                .formatted(hook.name(), Plugins.describe(other), Plugins.describe(hook)));
      }
      validateAfter(hook);
    }
    return new Hooks(byName, origin);
  }

  /** The hook of exactly this name. */
  public Optional<InspectionHook> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** All names, sorted. */
  public List<String> names() {
    return List.copyOf(byName.keySet());
  }

  /** All names, sorted, for the text of an error. */
  String described() {
    return String.join(", ", names()) + origin;
  }

  /** The names of the hooks that come from plug-ins, by the file name of the jar. */
  Map<String, List<String>> byPlugin() {
    var jars = new TreeMap<String, List<String>>();
    byName.forEach(
        (name, hook) ->
            Plugins.jarOf(hook)
                .ifPresent(jar -> jars.computeIfAbsent(jar, _ -> new ArrayList<>()).add(name)));
    return jars;
  }

  private static List<InspectionHook> builtIn() {
    try {
      return ServiceLoader.load(InspectionHook.class, Hooks.class.getClassLoader()).stream()
          .map(ServiceLoader.Provider::get)
          .toList();
    } catch (ServiceConfigurationError e) {
      throw new IllegalStateException("A hook could not be loaded: " + e.getMessage(), e);
    }
  }

  /** Returns the name if it is valid: a plug-in's name() may return null or throw. */
  private static String validName(InspectionHook hook) {
    var name = Plugins.call("Hook", hook, "name()", hook::name);
    if (name == null || !NAME.matcher(name).matches()) {
      throw new PluginRefused(
          "Hook %s has the name %s: name() must answer lower-case words and numbers with dashes between them, such as \"rack-name\"."
              .formatted(Plugins.describe(hook), name == null ? "null" : '"' + name + '"'));
    }
    return name;
  }

  private static void validateAfter(InspectionHook hook) {
    var after = Plugins.call("Hook", hook, "after()", hook::after);
    if (after == null || after.stream().anyMatch(name -> name == null)) {
      throw new PluginRefused(
          "Hook %s answers %s to after(): it must be a list of names of hooks, which may be empty."
              .formatted(Plugins.describe(hook), after));
    }
  }
}
