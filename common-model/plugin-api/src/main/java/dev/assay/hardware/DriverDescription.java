package dev.assay.hardware;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.assay.error.AssayException;
import dev.assay.error.ErrorCode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Describes what a driver supports; conductors publish it with their registration.
 *
 * @param name of the hardware type
 * @param interfaces for each type the accepted implementations; the first one is the default
 * @param properties the driver_info keys, by name
 * @param managedBoot the boot interfaces with which the service itself makes the machine boot the
 *     ramdisk; with any other one the operator's network must do that
 * @param bootDevices the devices that {@link Boot#bootFrom} accepts, in the order in which clients
 *     see them; empty when the driver cannot choose the boot device
 */
public record DriverDescription(
    String name,
    Map<InterfaceType, List<String>> interfaces,
    Map<String, Property> properties,
    Set<String> managedBoot,
    List<BootDevice> bootDevices) {
  /** Accepts null boot devices from older conductors, which do not publish them. */
  public DriverDescription {
    bootDevices = bootDevices == null ? List.of() : List.copyOf(bootDevices);
  }

  /**
   * Describes one driver_info key.
   *
   * @param description for operators
   * @param required whether power control needs it
   * @param shape of its values
   */
  public record Property(String description, boolean required, ValueShape shape) {
    /** Accepts a null shape from older conductors, which do not publish it. */
    public Property {
      shape = shape == null ? new ValueShape.Anything() : shape;
    }

    /** A key whose values may be any text. */
    public Property(String description, boolean required) {
      this(description, required, new ValueShape.Anything());
    }

    private Optional<String> problem(JsonNode value) {
      if (value.isContainerNode()) {
        return Optional.of("must be a text, not a list or an object");
      }
      var text = value.isNull() ? "" : value.asText().strip();
      return text.isEmpty() ? Optional.empty() : shape.problem(text);
    }
  }

  /** Returns the default implementation of {@code type}. */
  public String byDefault(InterfaceType type) {
    return accepted(type).getFirst();
  }

  /** Returns the accepted implementations of {@code type}, at least one. */
  public List<String> accepted(InterfaceType type) {
    var accepted = interfaces.getOrDefault(type, List.of());
    return accepted.isEmpty() ? List.of("no-" + type.wire()) : accepted;
  }

  /**
   * Returns all interfaces of a node with this driver: the {@code named} ones, else the defaults.
   * Throws INVALID_PARAMETER when it does not accept a named one.
   */
  public Map<String, String> choose(Map<String, String> named) {
    var all = new HashMap<String, String>();
    for (var type : InterfaceType.values()) {
      var choice = named.get(type.wire());
      if (choice != null && !accepted(type).contains(choice)) {
        throw new AssayException(
            ErrorCode.INVALID_PARAMETER,
            "Driver %s does not accept the %s %s; choose one of %s."
                .formatted(name, type.field(), choice, String.join(", ", accepted(type))));
      }
      all.put(type.wire(), choice == null ? byDefault(type) : choice);
    }
    return Map.copyOf(all);
  }

  /**
   * Tells in sentences why {@code driverInfo} is invalid: required keys that are missing, else
   * values that the driver cannot use; empty when it is valid.
   */
  public Optional<String> invalid(ObjectNode driverInfo) {
    return missing(driverInfo).or(() -> unusable(driverInfo));
  }

  /**
   * Tells in sentences which values the driver cannot use, ignoring missing keys; empty when there
   * are none.
   */
  public Optional<String> unusable(ObjectNode driverInfo) {
    var problems = new TreeSet<String>();
    properties.forEach(
        (key, property) ->
            property
                .problem(driverInfo.path(key))
                .ifPresent(
                    problem -> problems.add("%s in driver_info %s.".formatted(key, problem))));
    return problems.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", problems));
  }

  /** Tells in a sentence which required keys are missing; empty when there are none. */
  public Optional<String> missing(ObjectNode driverInfo) {
    var absent =
        properties.entrySet().stream()
            .filter(property -> property.getValue().required())
            .map(Map.Entry::getKey)
            .filter(key -> !driverInfo.hasNonNull(key) || driverInfo.path(key).asText().isBlank())
            .sorted()
            .toList();
    return absent.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Missing the following parameters in driver_info for driver %s: %s."
                .formatted(name, String.join(", ", absent)));
  }
}
