package dev.assay.conductor.hook;

import dev.assay.conductor.hook.lldp.CollectedLldp;
import dev.assay.conductor.hook.lldp.Reception;
import dev.assay.conductor.hook.lldp.Reception.NotCollected;
import dev.assay.conductor.hook.lldp.Reception.Nothing;
import dev.assay.conductor.hook.lldp.Reception.Received;
import dev.assay.conductor.hook.lldp.Reception.Unreadable;
import dev.assay.conductor.hook.lldp.SwitchKeys;
import dev.assay.error.ShortText;
import dev.assay.hook.Changes;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Adds the LLDP warnings of one inspection. A problem is reported with its interface; what is the
 * same on many interfaces is reported once.
 */
final class LldpWarnings {
  private static final int MAX_SHOWN = 10;

  private final Changes out;
  private final Set<String> notCollected = new LinkedHashSet<>();
  private final Set<String> collected = new HashSet<>();
  private final Set<String> unrecognized = new LinkedHashSet<>();

  LldpWarnings(CollectedLldp lldp, Changes out) {
    this.out = out;
    if (!lldp.wellFormed()) {
      out.warn("Plugin data lldp_raw is not an object and is ignored.");
    }
  }

  /**
   * Adds the warnings of one record of an interface. LLDP counts as not collected only if it is so
   * in all records of the interface.
   */
  void of(String name, Reception reception) {
    if (!(reception instanceof NotCollected)) {
      collected.add(name);
    }
    switch (reception) {
      case Nothing _ -> {}
      case NotCollected _ -> notCollected.add(name);
      case Unreadable _ -> warn(name, "LLDP data are not a list of TLVs");
      case Received received -> {
        received.complaints().forEach(complaint -> warn(name, complaint));
        unrecognized.addAll(received.unrecognized());
      }
    }
  }

  /** Adds a warning for lists that were shortened. */
  void ofCut(String name, SwitchKeys keys) {
    if (!keys.cut().isEmpty()) {
      warn(name, "too many LLDP values, not all are in " + String.join(", ", keys.cut()));
    }
  }

  /** Adds the warnings about all interfaces; to be called after the last one. */
  void ofAll() {
    notCollected.removeAll(collected);
    if (!notCollected.isEmpty()) {
      out.warn(
          "No LLDP was collected on interfaces %s: the ramdisk's ipa-inspection-collectors does not"
                  .formatted(listed(notCollected.stream().map(LldpWarnings::shown).toList()))
              + " name lldp, or listening failed.");
    }
    if (!unrecognized.isEmpty()) {
      out.warn(
          "Unsupported LLDP TLVs were ignored: %s.".formatted(listed(List.copyOf(unrecognized))));
    }
  }

  private void warn(String name, String what) {
    out.warn("Interface %s: %s.".formatted(shown(name), what));
  }

  private static String shown(String name) {
    return ShortText.shortened(name, 80);
  }

  private static String listed(List<String> items) {
    var listed = String.join(", ", items.subList(0, Math.min(MAX_SHOWN, items.size())));
    return items.size() <= MAX_SHOWN
        ? listed
        : listed + " and %d more".formatted(items.size() - MAX_SHOWN);
  }
}
