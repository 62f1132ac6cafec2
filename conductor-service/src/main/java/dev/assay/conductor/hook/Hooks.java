package dev.assay.conductor.hook;

import dev.assay.hook.InspectionHook;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** The hooks there are, by name, whether configured or not. */
public final class Hooks {
  private final Map<String, InspectionHook> byName;

  private Hooks(Map<String, InspectionHook> byName) {
    this.byName = byName;
  }

  /** Those that are built in or lie on the application's class path; IllegalStateException. */
  public static Hooks installed() {
    try {
      return of(
          ServiceLoader.load(InspectionHook.class, Hooks.class.getClassLoader()).stream()
              .map(ServiceLoader.Provider::get)
              .toList());
    } catch (ServiceConfigurationError e) {
      throw new IllegalStateException("A hook could not be loaded: " + e.getMessage(), e);
    }
  }

  /** Exactly these; IllegalStateException when two have one name. */
  public static Hooks of(Collection<? extends InspectionHook> hooks) {
    var byName = new TreeMap<String, InspectionHook>();
    for (var hook : hooks) {
      var other = byName.put(hook.name(), hook);
      if (other != null) {
        throw new IllegalStateException(
            "Two hooks have the name %s: %s and %s."
                .formatted(hook.name(), other.getClass().getName(), hook.getClass().getName()));
      }
    }
    return new Hooks(byName);
  }

  /** The hook of exactly this name. */
  public Optional<InspectionHook> find(String name) {
    return Optional.ofNullable(byName.get(name));
  }

  /** All names, sorted. */
  public List<String> names() {
    return List.copyOf(byName.keySet());
  }
}
