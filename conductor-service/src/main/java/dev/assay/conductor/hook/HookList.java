package dev.assay.conductor.hook;

import dev.assay.hook.InspectionHook;
import dev.assay.inspection.InspectorConfig;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/** The configured list of hooks, checked. Source: spec hooks.md 1.4. */
final class HookList {
  private static final Logger LOG = Logger.getLogger(HookList.class);
  private static final Set<String> DEFAULTS = Set.of("$default-hooks", "${default-hooks}");

  private HookList() {}

  /** The hooks to run, in order; IllegalArgumentException names everything that is wrong. */
  static List<InspectionHook> read(InspectorConfig config, Hooks known) {
    var names = names(config);
    refuseUnknown(names, known);
    refuseRepeated(names, known);
    var hooks = names.stream().flatMap(name -> known.find(name).stream()).toList();
    refuseUnmet(hooks, known);
    return hooks;
  }

  private static List<String> names(InspectorConfig config) {
    return config.hooks().stream()
        .flatMap(HookList::split)
        .map(HookList::withDashes)
        .flatMap(
            name ->
                DEFAULTS.contains(name)
                    ? config.defaultHooks().stream()
                        .flatMap(HookList::split)
                        .map(HookList::withDashes)
                    : Stream.of(name))
        .toList();
  }

  /** An item may hold commas: a quoted list, or the default that took the place of its name. */
  private static Stream<String> split(String item) {
    return Stream.of(item.split(",", -1)).map(String::strip).filter(name -> !name.isEmpty());
  }

  private static String withDashes(String name) {
    var dashes = name.replace('_', '-');
    if (!dashes.equals(name) && !DEFAULTS.contains(dashes)) {
      LOG.warnf("Hook %s is written with underscores; its name is %s.", name, dashes);
    }
    return dashes;
  }

  private static void refuseUnknown(List<String> names, Hooks known) {
    var unknown = names.stream().filter(name -> known.find(name).isEmpty()).distinct().toList();
    if (!unknown.isEmpty()) {
      throw refused(
          "The following hook(s) are missing or failed to load: " + String.join(", ", unknown),
          known);
    }
  }

  private static void refuseRepeated(List<String> names, Hooks known) {
    var seen = new HashSet<String>();
    var repeated = new LinkedHashSet<String>();
    for (var name : names) {
      if (!seen.add(name)) {
        repeated.add(name);
      }
    }
    if (!repeated.isEmpty()) {
      throw refused(
          "The following hook(s) are listed more than once: " + String.join(", ", repeated), known);
    }
  }

  /** A hook with a problem does not count as there for those behind it. */
  private static void refuseUnmet(List<InspectionHook> hooks, Hooks known) {
    var accepted = new HashSet<String>();
    var problems = new ArrayList<String>();
    for (var hook : hooks) {
      var missing = hook.after().stream().filter(name -> !accepted.contains(name)).toList();
      if (missing.isEmpty()) {
        accepted.add(hook.name());
      } else {
        problems.add(
            "Hook %s requires these missing hooks to be enabled before it: %s"
                .formatted(hook.name(), String.join(", ", missing)));
      }
    }
    if (!problems.isEmpty()) {
      throw refused(
          "Some hooks failed to load due to dependency problems: " + String.join("; ", problems),
          known);
    }
  }

  private static IllegalArgumentException refused(String why, Hooks known) {
    return new IllegalArgumentException(
        "%s. Known hooks: %s. See assay.inspector.hooks and assay.inspector.default-hooks."
            .formatted(why, String.join(", ", known.names())));
  }
}
