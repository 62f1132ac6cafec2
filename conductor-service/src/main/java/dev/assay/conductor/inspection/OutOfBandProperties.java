package dev.assay.conductor.inspection;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.change.ChangeSet;
import dev.assay.error.ErrorCode;
import dev.assay.error.InspectionFailure;
import dev.assay.hardware.HardwareReport;
import dev.assay.node.Capabilities;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The properties that an inspection without a ramdisk sets itself, before hooks and rules see them:
 * {@code memory_mb}, {@code local_gb}, {@code cpu_arch}, and capability {@code boot_mode} unless
 * the node has one. Source: spec conductor.md 8.
 */
final class OutOfBandProperties {
  private static final String CAPABILITIES = "capabilities";
  private static final String BOOT_MODE = "boot_mode";

  private OutOfBandProperties() {}

  /**
   * Writes what {@code report} has into {@code changes}. Throws InspectionFailure when the existing
   * capabilities are malformed.
   */
  static void write(HardwareReport report, ChangeSet changes) {
    var properties = changes.properties();
    var inventory = report.inventory();
    set(properties, "memory_mb", inventory.path("memory").path("physical_mb"));
    set(properties, "local_gb", report.pluginData().path("local_gb"));
    set(properties, "cpu_arch", inventory.path("cpu").path("architecture"));
    var mode = inventory.path("boot").path("current_boot_mode");
    if (mode.isTextual()) {
      setBootMode(properties, mode.textValue());
    }
  }

  private static void set(ObjectNode properties, String name, JsonNode value) {
    if (isPresent(value)) {
      properties.set(name, value);
    }
  }

  private static boolean isPresent(JsonNode value) {
    return !value.isMissingNode()
        && !value.isNull()
        && !(value.isTextual() && value.textValue().isBlank());
  }

  /**
   * What is wrong when the BMC, the operator, hooks and rules all left out a property that every
   * inspected node must have.
   */
  static Optional<String> missing(ChangeSet changes) {
    var missing =
        Stream.of("cpu_arch", "local_gb", "memory_mb")
            .filter(name -> !isPresent(changes.properties().path(name)))
            .collect(joining(", "));
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of("Failed to discover the following properties: " + missing);
  }

  private static void setBootMode(ObjectNode properties, String mode) {
    try {
      var capabilities = Capabilities.of(properties.path(CAPABILITIES));
      if (!capabilities.entries().containsKey(BOOT_MODE)) {
        properties.put(CAPABILITIES, capabilities.with(BOOT_MODE, mode).text());
      }
    } catch (IllegalArgumentException e) {
      throw new InspectionFailure(ErrorCode.INVALID_CAPABILITIES, String.valueOf(e.getMessage()));
    }
  }
}
