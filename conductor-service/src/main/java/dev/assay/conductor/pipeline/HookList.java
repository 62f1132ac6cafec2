package dev.assay.conductor.pipeline;

import dev.assay.hook.HookConfig;
import dev.assay.hook.InspectionHook;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * A configured list of hooks. Source: spec hooks.md 1.4.
 *
 * @param names in order, the default list expanded, with dashes
 * @param options the options that configure the list, for the text of an error
 */
record HookList(List<String> names, String options) {
  private static final Logger LOG = Logger.getLogger(HookList.class);

  HookList {
    names = List.copyOf(names);
  }

  /** The hooks for data that a ramdisk sent. */
  static HookList ofRamdisk(HookConfig config) {
    return new HookList(
        names(config.hooks(), "default-hooks", config.defaultHooks()),
        "assay.inspector.hooks and assay.inspector.default-hooks");
  }

  /** The hooks for data that a BMC reported. */
  static HookList ofRedfish(RedfishHookConfig config) {
    return new HookList(
        names(
            config.inspectionHooks(), "default-inspection-hooks", config.defaultInspectionHooks()),
        "assay.redfish.inspection-hooks and assay.redfish.default-inspection-hooks");
  }

  /**
   * Returns the hooks to run, in order; throws IllegalArgumentException when the list is invalid.
   */
  List<InspectionHook> find(Hooks known) {
    refuseUnknown(known);
    refuseRepeated(known);
    var hooks = names.stream().flatMap(name -> known.find(name).stream()).toList();
    refuseMissingPredecessors(hooks, known);
    return hooks;
  }

  private static List<String> names(List<String> items, String variable, List<String> defaults) {
    return hookNames(items)
        .flatMap(
            name ->
                name.equals("$" + variable) || name.equals("${" + variable + "}")
                    ? hookNames(defaults)
                    : Stream.of(name))
        .toList();
  }

  private static Stream<String> hookNames(List<String> items) {
    return items.stream().flatMap(HookList::split).map(HookList::withDashes);
  }

  /** Splits at commas: an item may be a quoted list, or the expanded default list. */
  private static Stream<String> split(String item) {
    return Stream.of(item.split(",", -1)).map(String::strip).filter(name -> !name.isEmpty());
  }

  private static String withDashes(String name) {
    var dashes = name.replace('_', '-');
    if (!dashes.equals(name) && !name.startsWith("$")) {
      LOG.warnf("Hook %s is written with underscores; its name is %s.", name, dashes);
    }
    return dashes;
  }

  private void refuseUnknown(Hooks known) {
    var unknown = names.stream().filter(name -> known.find(name).isEmpty()).distinct().toList();
    if (!unknown.isEmpty()) {
      throw refused(
          "The following hook(s) are missing or failed to load: " + String.join(", ", unknown),
          known);
    }
  }

  private void refuseRepeated(Hooks known) {
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

  /**
   * Rejects hooks that need another one before them. A rejected hook is missing for later ones,
   * too.
   */
  private void refuseMissingPredecessors(List<InspectionHook> hooks, Hooks known) {
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

  private IllegalArgumentException refused(String why, Hooks known) {
    return new IllegalArgumentException(
        "%s. Known hooks: %s. See %s.".formatted(why, known.described(), options));
  }
}
